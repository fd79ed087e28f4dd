import { resolve } from 'node:path'
import ts from 'typescript'
import { PUBLIC } from '../../build/entries.mjs'
import type { ShownCode } from './run-example.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** The source of a package entry, whether or not it has been built. */
const SOURCES = Object.fromEntries(
  Object.entries(PUBLIC).map(([name, file]) => [
    name === 'index' ? 'maildouble' : `maildouble/${name.replace('-', '/')}`,
    [file],
  ]),
)
/** Where the code is compiled as if it were there. */
const SHOWN = resolve(ROOT, 'test/client/shown')
const CLIENT = "import('maildouble/client')"
/** Files that were parsed for earlier programs of this worker, which all have the same options. */
const parsed = new Map<string, ts.SourceFile | undefined>()
const GIVEN = `declare global { var maildouble: ${CLIENT}.Maildouble, world: ${CLIENT}.World }\nexport {}\n`

/** The compiler errors in example code, as `title: message`. */
export function complaintsAbout(shown: readonly ShownCode[]): string[] {
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const pieces = [
    { title: 'what is given', text: GIVEN, file: undefined },
    ...shown.map(({ title, code, file }) => ({ title, text: `${code}\nexport {}\n`, file })),
  ]
  const files = new Map(pieces.map((piece, i) => [resolve(SHOWN, piece.file ?? `shown-${i}.ts`), piece]))
  const host = ts.createCompilerHost(options)
  const [exists, read, isFolder] = [host.fileExists.bind(host), host.readFile.bind(host), host.directoryExists?.bind(host)]
  host.fileExists = (file) => files.has(file) || exists(file)
  host.directoryExists = (folder) => folder.startsWith(SHOWN) || isFolder?.(folder) === true
  host.readFile = (file) => files.get(file)?.text ?? read(file)
  const source = host.getSourceFile.bind(host)
  host.getSourceFile = (file, version, ...others) => {
    const own = files.get(file)
    if (own) return ts.createSourceFile(file, own.text, version)
    if (!parsed.has(file)) parsed.set(file, source(file, version, ...others))
    return parsed.get(file)
  }
  const program = ts.createProgram({
    rootNames: [...files.keys()],
    host,
    options: {
      ...options,
      // Variables that an example creates may be unused.
      noUnusedLocals: false,
      lib: ['lib.es2023.d.ts'],
      paths: SOURCES,
    },
  })
  return [...files].flatMap(([file, { title }]) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => `${title}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  )
}
