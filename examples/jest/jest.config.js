export default {
  testEnvironment: 'node',
  transform: {},
  // One server for all workers; each test makes a world of its own at it.
  globalSetup: './start-double.js',
  globalTeardown: './stop-double.js',
}
