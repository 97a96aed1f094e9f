"""Pages of `census view` in a headless Chromium, at desk and phone width, light
and dark: each loads without a word on the console, is no wider than the window,
shows what the archive has, and filters. `make browser-test` runs it.

    browser.py FOLDER    screenshots and pages go there; the program is $CENSUS
"""
import json
import os
import subprocess
import sys

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

CENSUS = os.environ["CENSUS"]
FOLDER = os.path.abspath(sys.argv[1])
WIDTHS = {"desk": 1280, "phone": 390}
HOSTILE = "</script><img src=x onerror=alert(1)>&\"'<!--"


def census(*words):
    return subprocess.run([CENSUS, *words], check=True, cwd=FOLDER,
                          capture_output=True, text=True).stdout


def archives():
    """Pages by name, with the number of rows that each says it has."""
    end = "rows:heaps=1..4,size=1..3"
    census("run", "e4-mixed", "-q", "--force", "-o", "m.h5")
    census("run", "-q", "--force", "--rules", "end-nim", "--ask", "partizan",
           "--grid", end, "-o", "e.h5")
    census("run", "-q", "--force", "--rules", "strings-and-coins", "--ask",
           "loony", "--grid", "boards:rows=2,columns=2", "-o", "b.h5")
    census("run", "top-entails-stacks", "-q", "--force", "--size", "5000",
           "-o", "s.h5")
    census("run", "-q", "--force", "--rules", "domineering", "--ask",
           "partizan", "--grid", "boards:rows=2,columns=2", "-o", "d.h5")
    census("run", "-q", "--force", "--rules", "clobber", "--ask", "partizan",
           "--grid", "boards:rows=2,columns=2", "-o", "c.h5")
    hostile()
    pages = {}
    for name in "mebsdch":
        more = ["--rows", "1000"] if name == "s" else []
        told = census("view", name + ".h5", "-o", name + ".html", "--force",
                      "--json", *more)
        pages[name] = json.loads(told)
    return pages


def hostile():
    """m.h5 with a title and a meaning that would be markup, in their places."""
    import h5py
    import numpy
    import shutil

    path = os.path.join(FOLDER, "h.h5")
    shutil.copy(os.path.join(FOLDER, "m.h5"), path)
    with h5py.File(path, "r+") as f:
        for node, name in ((f, "title"), (f["rows/lapse"], "long_name")):
            at = h5py.h5a.open(node.id, name.encode())
            at.write(numpy.array(HOSTILE.encode(), f"S{at.dtype.itemsize}"),
                     at.get_type())


def browser(width, dark):
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu",
                 "--hide-scrollbars", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1,
        "mobile": width < 500})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    return driver


def overflow(driver):
    return driver.execute_script(
        "return document.documentElement.scrollWidth - innerWidth")


def told(driver):
    return driver.find_element(By.ID, "matching").text


def check(driver, name, counts, width):
    faults = []

    def want(true, what):
        if not true:
            faults.append(f"{name} at {width}: {what}")

    driver.get("file://" + os.path.join(FOLDER, name + ".html"))
    want(driver.execute_script("return document.readyState") == "complete",
         "is not loaded")
    said = [entry["message"] for entry in driver.get_log("browser")]
    want(not said, f"the console says {said}")
    want(overflow(driver) <= 0, f"is {overflow(driver)} pixels too wide")
    if not driver.find_elements(By.ID, "matching"):
        return faults + [f"{name} at {width}: has no rows"]
    want(f"{counts['rows']:,} rows" in told(driver), told(driver))
    want(bool(driver.find_elements(By.ID, "sampled")) ==
         (counts["rows"] < counts["of"]), "says something else of a sample")
    want(len(driver.find_elements(By.CSS_SELECTOR, "#counts rect.bar")) > 0,
         "has no bars")
    want(len(driver.find_elements(By.CSS_SELECTOR, "#pairs rect.cell")) > 0,
         "has no heat map")
    want(len(driver.find_elements(By.CSS_SELECTOR, "#pairs circle")) > 0,
         "has no points")
    if name in "mebdch":
        want(len(driver.find_elements(By.CSS_SELECTOR, "#one svg")) > 0,
             "has no picture of a position")
    if name in "edc":
        want(len(driver.find_elements(By.CSS_SELECTOR, "#value polyline")) == 2,
             "has no thermograph")
    if name == "h":
        want(driver.title == HOSTILE, f"the title is {driver.title}")
        want(driver.find_element(By.TAG_NAME, "h1").text == HOSTILE, "heading")
        want(not driver.find_elements(By.TAG_NAME, "img"), "has an image")
    if name == "m":
        filters(driver, want)
    said = [entry["message"] for entry in driver.get_log("browser")]
    want(not said, f"the console says {said}")
    want(overflow(driver) <= 0, f"is {overflow(driver)} pixels too wide")
    return faults


def filters(driver, want):
    """Of e4-mixed: what the page finds against what the program counts."""
    count = int(json.loads(census(
        "query", "m.h5", "--where", "strict = P and largest >= 5 and largest <= 6",
        "--by", "strict", "--json"))["rows"][0]["rows"])
    box = driver.find_element(By.CSS_SELECTOR, '[aria-label="filter strict"]')
    Select(box).select_by_visible_text("P")
    box = driver.find_element(By.CSS_SELECTOR, '[aria-label="filter largest"]')
    box.send_keys("5..6")
    WebDriverWait(driver, 10).until(lambda d: "match" in told(d) and
                                    f" {count} rows" in told(d))
    head = driver.find_element(By.CSS_SELECTOR, '.rows th:nth-child(2) button')
    head.click()
    cells = [c.text for c in driver.find_elements(
        By.CSS_SELECTOR, ".rows tbody tr td:nth-child(2)")]
    want(cells == sorted(cells) and cells, f"sorted: {cells}")
    bars = driver.find_elements(By.CSS_SELECTOR, "#counts rect.bar")
    want(len(bars) == 1, f"{len(bars)} bars of one outcome")
    for button in driver.find_elements(By.TAG_NAME, "button"):
        if button.text == "Clear filters":
            button.click()
    WebDriverWait(driver, 10).until(lambda d: "all 322 rows" in told(d))


def shoot(driver, path):
    size = driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": size["width"], "height": size["height"],
        "deviceScaleFactor": 1, "mobile": size["width"] < 500})
    driver.save_screenshot(path)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": size["width"], "height": 900, "deviceScaleFactor": 1,
        "mobile": size["width"] < 500})


def main():
    os.makedirs(FOLDER, exist_ok=True)
    pages = archives()
    faults = []
    for place, width in WIDTHS.items():
        for dark in (False, True):
            driver = browser(width, dark)
            for name, counts in pages.items():
                faults += check(driver, name, counts, width)
                colour = "dark" if dark else "light"
                shoot(driver, f"{FOLDER}/{name}-{place}-{colour}.png")
            driver.quit()
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"browser-test: {len(pages)} pages, {len(WIDTHS)} widths, light and "
          f"dark: {'fine' if not faults else f'{len(faults)} faults'}")
    return bool(faults)


sys.exit(main())
