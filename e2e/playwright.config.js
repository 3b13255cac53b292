import { defineConfig } from '@playwright/test';
import { LANES } from './harness/lanes.js';

/** Of `npm run e2e`. What a test waits for has its own limits; after half an hour, something hangs. */
export default defineConfig({
  projects: Object.entries(LANES).map(([name, settings]) => ({ name, ...settings })),
  workers: 1,
  timeout: 1_800_000,
  // What fails is run once more with a trace, and has still failed: recording takes time that some tests measure.
  retries: 1,
  failOnFlakyTests: true,
  use: { trace: 'on-first-retry' },
  outputDir: '../build/e2e/failures',
  reporter: [['list'], ['html', { open: 'never', outputFolder: '../build/e2e/report' }]],
  // As they are built: Playwright would compile them anew.
  build: { external: ['**/dist/**'] },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.003, threshold: 0.1 } },
});
