import { defineConfig } from '@playwright/test'

export default defineConfig({
  testMatch: '*.spec.js',
  fullyParallel: true,
  reporter: 'list',
  // A browser installed on this machine; without CHROMIUM, the one installed by `npx playwright install chromium`.
  use: { launchOptions: { executablePath: process.env.CHROMIUM } },
})
