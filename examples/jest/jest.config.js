export default {
  testEnvironment: 'node',
  transform: {},
  // One server for all workers; each test creates its own world on it.
  globalSetup: './start-double.js',
  globalTeardown: './stop-double.js',
}
