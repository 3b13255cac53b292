/** The page of a new game on a desktop and on a phone. */

/** What is waited for in the page comes within this time, also on a busy machine. */
const PAGE_MS = 120_000;

const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** `inPage` runs in the page before its own scripts. `close()` throws if the console has said something that is not expected, or if the page is wider than the screen. */
export async function openOn(screen, { url, browser, inPage = () => {}, isExpected = () => false }) {
  const context = await browser.newContext(SCREENS[screen]);
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_MS);
  const problems = listenForProblems(page, isExpected);
  await page.addInitScript(inPage);
  await page.goto(url);
  return {
    page,
    says: (words) => page.getByText(words).waitFor(),
    async close() {
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      await context.close();
      if (problems.length > 0) throw new Error(`The console says (${screen}):\n${problems.join('\n')}`);
      if (isTooWide) throw new Error(`The page is wider than the screen (${screen}).`);
    },
  };
}

function listenForProblems(page, isExpected) {
  const problems = [];
  // Headless Chromium draws with software, and says so.
  const isKnown = (text) => /GPU stall|GL Driver Message|favicon|swiftshader/i.test(text) || isExpected(text);
  const note = (text) => isKnown(text) || problems.push(text);
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()));
  return problems;
}
