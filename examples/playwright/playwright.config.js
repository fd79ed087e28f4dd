import { defineConfig } from '@playwright/test'

export default defineConfig({
  testMatch: '*.spec.js',
  fullyParallel: true,
  reporter: 'list',
  // A browser that is on the machine already; without CHROMIUM, the one that `npx playwright install chromium` brings.
  use: { launchOptions: { executablePath: process.env.CHROMIUM } },
})
