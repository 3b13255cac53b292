/** Whether the page is dark: by its background, and where it has none, by its `color-scheme`. Undefined if it has neither. */
export function pageTheme(): 'dark' | 'light' | undefined {
  for (const element of [document.body, document.documentElement]) {
    const { backgroundColor, colorScheme } = getComputedStyle(element);
    const [red = 0, green = 0, blue = 0, alpha = 1] = (backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    // Weighted as the eye sees them.
    if (alpha > 0.5) return red * 0.3 + green * 0.6 + blue * 0.1 < 110 ? 'dark' : 'light';
    if (/^(?:only )?(?:dark|light)(?: only)?$/.test(colorScheme))
      return colorScheme.includes('dark') ? 'dark' : 'light';
  }
  return undefined;
}
