/** Pages compared with pictures of them, which `npm run e2e -- LANE --update-snapshots` writes. */
import { expect } from '@playwright/test';

/** How wide this text is in each family on the machine that drew the pictures, a Debian with the fonts DejaVu and Liberation. */
const TEXT = 'Spindle plays scripts 0123456789';
const WIDTHS = { 'sans-serif': 1495, monospace: 1927, 'system-ui': 1697, 'ui-monospace': 1353 };

/** Fails if the page does not look as in e2e/pictures. Where a browser has other fonts, nothing is compared, and the run says so. */
export async function comparePicture(page, name, options = {}) {
  if (await page.evaluate(hasFonts, [TEXT, WIDTHS])) await expect(page).toHaveScreenshot(`${name}.png`, options);
  else console.error(`${name}.png IS NOT COMPARED: this browser has other fonts.`);
}

/** Runs in the page. */
function hasFonts([text, widths]) {
  const context = document.createElement('canvas').getContext('2d');
  return Object.entries(widths).every(([family, width]) => {
    context.font = `100px ${family}`;
    return Math.round(context.measureText(text).width) === width;
  });
}
