import { keepCompiledCode } from '../double/compiled-code.ts'

// Must run before any other module is compiled.
keepCompiledCode()
await (await import('./command-line.ts')).run()
