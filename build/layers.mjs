// The layers of src/: the purpose of each folder, and the other folders it may import. This is the only source: `npm run docs`
// generates .oxlintrc.json and the table in docs/internals/architecture.md from it, and a test compares them.

/**
 * @typedef {object} Layer
 * @property {string} purpose what the folder is for, in one line
 * @property {readonly string[]} imports the folders of src/ that it may import besides itself
 * @property {string} [file] a single file of another folder that it may import as well
 * @property {boolean} [platform] whether it may import Node modules, except those that open connections
 */

const kernel = ['support', 'world', 'contract']
const service = [...kernel, 'vocabulary', 'conditions', 'resources', 'faults']
const rules = [...service, 'calls', 'triggers']
const running = [...rules, 'scenarios', 'recording', 'journal', 'runtime', 'coverage', 'metrics', 'outbound']

/** @type {{ readonly [folder: string]: Layer }} */
export const LAYERS = {
  support: { purpose: 'ordered sets, randomness, time, digests; no domain', imports: [], platform: true },
  world: {
    purpose: 'the kernel: worlds, transactions, tables, machines, clock; knows no resource',
    imports: ['support'],
    platform: true,
  },
  contract: {
    purpose: 'the contracts made executable; `generated/` is made from `spec/`',
    imports: ['support'],
    platform: true,
  },
  vocabulary: {
    purpose: 'the words of a deployment: requests and answers between them and the words of the reference',
    imports: kernel,
  },
  conditions: { purpose: 'segment conditions as predicates over a member', imports: kernel },
  resources: { purpose: "the service's API, one folder per resource", imports: [...kernel, 'vocabulary', 'conditions'] },
  faults: { purpose: 'which calls fail, when, and how', imports: [...kernel, 'vocabulary', 'conditions', 'resources'] },
  triggers: { purpose: 'what subscribers, administrators and the outside world do', imports: service },
  calls: {
    purpose: 'a call of the service as a function of a transaction; batches and the HTTP edge share it',
    imports: service,
  },
  scenarios: { purpose: 'scenario files, and how a world is made from one', imports: rules, platform: true },
  journal: {
    purpose: 'the calls of a world as they are recorded, and the secrets that are redacted',
    imports: rules,
    platform: true,
  },
  recording: {
    purpose: 'the steps of a world, from which a bundle replays it',
    imports: [...rules, 'journal'],
    platform: true,
  },
  runtime: {
    purpose: 'worlds by id and key, the current version of each, and the scheduler that moves their time',
    imports: [...rules, 'scenarios', 'journal', 'recording'],
    file: 'persistence/store.ts',
    platform: true,
  },
  coverage: {
    purpose: 'which parts of the contract the calls of a test suite met',
    imports: [...rules, 'journal', 'runtime'],
    platform: true,
  },
  metrics: {
    purpose: 'what a server counts, as plain numbers; in real time, so nothing in a world depends on it',
    imports: ['support', 'contract'],
  },
  outbound: {
    purpose: 'webhooks on the wire, and where they may go',
    imports: [...rules, 'journal', 'recording', 'runtime'],
    platform: true,
  },
  persistence: {
    purpose: 'worlds that outlive the process: in memory, in a folder, in Valkey or Redis',
    imports: [...rules, 'scenarios', 'journal', 'recording', 'runtime', 'metrics'],
    platform: true,
  },
  http: {
    purpose: "the service's edge: the request pipeline, from a socket or in process",
    imports: running,
    platform: true,
  },
  public: {
    purpose: 'what needs no API key: the sign-in of applications, pages, files',
    imports: [...running, 'persistence', 'http'],
    platform: true,
  },
  control: { purpose: 'the control API', imports: [...running, 'persistence', 'http'], platform: true },
  server: {
    purpose: 'the composition root: wires everything and listens',
    imports: [...running, 'persistence', 'http', 'public', 'control', 'client', 'mcp'],
    platform: true,
  },
  client: {
    purpose: 'the client of the control API for test suites, over HTTP or in process',
    imports: ['support', 'contract'],
    file: 'vocabulary/vocabulary.ts',
    platform: true,
  },
  openapi: { purpose: 'the contracts as documents, for other programs', imports: ['contract'] },
  testing: { purpose: 'fixtures for Vitest and Playwright', imports: ['support', 'client', 'server'], platform: true },
  intercept: {
    purpose: "redirects an application's calls for the service's host to a double",
    imports: ['support', 'client', 'server'],
    platform: true,
  },
  mcp: {
    purpose: 'tools for assistants (Model Context Protocol), on top of the client',
    imports: ['support', 'contract', 'client'],
    platform: true,
  },
  cli: {
    purpose: 'the command line',
    imports: [...running, 'persistence', 'http', 'public', 'control', 'server', 'client', 'mcp'],
    platform: true,
  },
}

/** @type {{ readonly [folder: string]: readonly string[] }} Folders with fewer imports than their layer: the drivers of `persistence/` know nothing about worlds. */
export const INNER_LAYERS = {
  'persistence/memory': ['support', 'persistence'],
  'persistence/lowdb': ['support', 'persistence'],
  'persistence/valkey': ['support', 'persistence'],
}

/** The files of `persistence/` that its drivers may import. */
export const STORE_FILES = ['store', 'name-owners', 'read-fields']

/** The table of layers for docs/internals/architecture.md. */
export function layersPage() {
  const rows = Object.entries(LAYERS).map(([folder, { purpose, imports, file }]) => {
    const what = [...imports, ...(file ? [`\`${file}\``] : [])].join(', ')
    return `| \`src/${folder}/\` | ${purpose} | ${what || 'nothing'} |`
  })
  return ['| Folder | Purpose | May import |', '|---|---|---|', ...rows].join('\n')
}
