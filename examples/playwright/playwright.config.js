import { defineConfig } from '@playwright/test'

const env = { SHARED_KEY: 'shared-dc1', LIST: 'd0b1e00001' }

export default defineConfig({
  testMatch: '*.spec.js',
  fullyParallel: true,
  workers: 8,
  reporter: 'list',
  // A browser installed on this machine; without CHROMIUM, the one installed by `npx playwright install chromium`.
  use: { launchOptions: { executablePath: process.env.CHROMIUM } },
  // The double, and an application that uses it. Each takes a free port, and Playwright puts the addresses into the environment.
  webServer: [
    {
      command: `maildouble serve --port 0 --stdin-end --shared-key ${env.SHARED_KEY}`,
      wait: { stdout: /API +(?<maildouble_url>http.+)\/3\.0/ },
    },
    { command: 'node app.js', env, wait: { stdout: /(?<app_url>http\S+)/ } },
  ],
})
