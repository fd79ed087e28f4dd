// The four floors of src/: the purpose of each folder, and the other folders that it may import. This is the only source: the
// lint rules are made from it.

/**
 * A folder may import all folders of the floors above its own, and the named ones of its own floor.
 *
 * @typedef {object} Folder
 * @property {string} purpose what the folder is for, in one line
 * @property {readonly string[]} beside the folders of its own floor that it may import
 * @property {readonly string[]} [above] the only folders of the floors above that it may import, if not all of them
 * @property {string} [file] a single file that it may import besides these folders
 * @property {boolean} [platform] whether it may import Node modules, except those that open connections
 *
 * @typedef {object} Floor
 * @property {string} purpose what the floor is for, in one line
 * @property {{ readonly [folder: string]: Folder }} folders
 */

/** @type {{ readonly [floor: string]: Floor }} The floors, from top to bottom: a floor may import the floors above it. */
export const FLOORS = {
  kernel: {
    purpose: 'worlds, contracts and tools; knows no resource',
    folders: {
      support: { purpose: 'ordered sets, randomness, time, digests; no domain', beside: [], platform: true },
      world: { purpose: 'worlds, transactions, tables, machines, clock', beside: ['support'], platform: true },
      contract: {
        purpose: 'the contracts made executable; `generated/` is made from `spec/`',
        beside: ['support'],
        platform: true,
      },
    },
  },
  service: {
    purpose: 'what the service does, as functions of a transaction',
    folders: {
      model: { purpose: 'every table: the rows, their keys and states, and how they are found', beside: [] },
      vocabulary: {
        purpose: 'the words of a deployment: translates requests and answers between them and the words of the reference',
        beside: [],
      },
      conditions: { purpose: 'segment conditions as predicates over a member', beside: ['model'] },
      rules: {
        purpose: 'what happens to rows: made, changed, counted, removed, and shown where several resources show them',
        beside: ['model', 'vocabulary', 'conditions'],
      },
      resources: {
        purpose: "the service's API, one folder per resource",
        beside: ['model', 'vocabulary', 'conditions', 'rules'],
      },
      faults: { purpose: 'which calls fail, when, and how', beside: ['model', 'rules'] },
      triggers: {
        purpose: 'what subscribers, administrators and the outside world do',
        beside: ['model', 'rules', 'faults'],
      },
      calls: {
        purpose: 'a call of the service as a function of a transaction; batches and the HTTP edge share it',
        beside: ['model', 'vocabulary', 'rules', 'resources', 'faults', 'triggers'],
      },
      scenarios: {
        purpose: 'scenario files, and how a world is made from one',
        beside: ['model', 'vocabulary', 'rules', 'resources', 'faults', 'calls', 'triggers'],
        platform: true,
      },
    },
  },
  server: {
    purpose: 'worlds that run: their time, their log, their HTTP edge',
    folders: {
      log: {
        purpose: 'the log of each world: the journal of its calls, its secrets, and the coverage of the contract',
        beside: [],
        platform: true,
      },
      runtime: {
        purpose: 'worlds by id and key, the current version of each, and the scheduler that moves their time',
        beside: ['log'],
        platform: true,
      },
      metrics: {
        purpose: 'what a server counts, as plain numbers; in real time, so nothing in a world depends on it',
        beside: [],
        above: ['support', 'contract'],
      },
      outbound: { purpose: 'webhooks on the wire, and where they may go', beside: ['runtime'], platform: true },
      bundle: {
        purpose: 'the log of a world as a file, and its replay',
        beside: ['log', 'runtime', 'outbound'],
        platform: true,
      },
      persistence: {
        purpose: 'worlds that outlive the process: in a folder, in Valkey or Redis',
        beside: ['log', 'runtime', 'metrics'],
        platform: true,
      },
      http: {
        purpose: "the service's edge: the request pipeline, from a socket or in process",
        beside: ['log', 'runtime', 'metrics', 'outbound'],
        platform: true,
      },
      public: {
        purpose: 'what needs no API key: the sign-in of applications, pages, files',
        beside: ['runtime', 'http'],
        platform: true,
      },
      control: {
        purpose: 'the control API',
        beside: ['log', 'runtime', 'metrics', 'outbound', 'bundle', 'http'],
        platform: true,
      },
    },
  },
  kit: {
    purpose: 'what users import and start',
    folders: {
      client: {
        purpose: 'the client of the control API for test suites, over HTTP or in process',
        beside: [],
        above: ['support', 'contract'],
        file: 'vocabulary/vocabulary.ts',
        platform: true,
      },
      openapi: { purpose: 'the contracts as documents, for other programs', beside: [], above: ['contract'] },
      mcp: {
        purpose: 'tools for assistants (Model Context Protocol), on top of the client',
        beside: ['client'],
        above: ['support', 'contract'],
        platform: true,
      },
      double: {
        purpose: 'the composition root: creates a server, wires its parts and listens',
        beside: ['client', 'mcp'],
        platform: true,
      },
      testing: {
        purpose: 'fixtures for Vitest and Playwright',
        beside: ['client', 'double'],
        above: ['support'],
        platform: true,
      },
      intercept: {
        purpose: "redirects an application's calls for the service's host to a double",
        beside: ['client', 'double'],
        above: ['support'],
        platform: true,
      },
      proxy: {
        purpose: "a proxy by which any program's calls for the service's host reach a double",
        beside: ['intercept'],
        above: ['support'],
        platform: true,
      },
      drift: {
        purpose: 'compares a service, or recordings of one, with the contract and the double',
        beside: ['client', 'double'],
        platform: true,
      },
      recordings: {
        purpose: 'reads recordings of HTTP: HAR, nock, VCR, WireMock and Polly',
        beside: ['drift'],
        platform: true,
      },
      account: {
        purpose: 'an account as calls of it show: rebuilt for a replay, or made up as a scenario without its people',
        beside: ['drift'],
        platform: true,
      },
      compare: {
        purpose: 'compares recordings with the contract, and plays them into a world',
        beside: ['double', 'drift', 'recordings', 'account'],
        platform: true,
      },
      cli: {
        purpose: 'the command line',
        beside: ['client', 'mcp', 'double', 'testing', 'proxy', 'drift', 'recordings', 'account', 'compare'],
        platform: true,
      },
    },
  },
}

/**
 * @typedef {Omit<Folder, 'beside' | 'above'> & { floor: string, imports: readonly string[] }} Layer
 * A folder with its floor and all folders that it may import.
 */

/** @type {{ readonly [folder: string]: Layer }} */
export const LAYERS = Object.fromEntries(
  Object.entries(FLOORS).flatMap(([floor, { folders }], at) => {
    const allAbove = Object.values(FLOORS)
      .slice(0, at)
      .flatMap((each) => Object.keys(each.folders))
    return Object.entries(folders).map(([folder, { beside, above = allAbove, ...layer }]) => {
      return [folder, { ...layer, floor, imports: [...above, ...beside] }]
    })
  }),
)

/** @type {{ readonly [folder: string]: readonly string[] }} Folders with fewer imports than their layer: the drivers of `persistence/` know nothing about worlds. */
export const INNER_LAYERS = {
  'persistence/lowdb': ['support', 'persistence'],
  'persistence/valkey': ['support', 'persistence'],
}

/**
 * The folders of control/, and the other ones that each may import, which are listed before it: so no two import each other. Below the areas
 * of the API there are two rooms: `words` (things in words, and what caused them) and `waits` (who waits for a change of a world).
 *
 * @type {{ readonly [folder: string]: readonly string[] }}
 */
export const CONTROL_AREAS = {
  words: [],
  waits: [],
  clock: ['words'],
  worlds: ['words', 'waits', 'clock'],
  requests: ['words', 'waits'],
  coverage: ['worlds', 'requests'],
  deliveries: ['words', 'waits'],
  timeline: ['words', 'deliveries'],
  stream: ['words', 'waits'],
  why: ['words', 'worlds', 'requests'],
  faults: [],
  metrics: [],
}

/** The path of a folder below src/. @param {string} folder */
export function pathOf(folder) {
  const [first = '', ...rest] = folder.split('/')
  return [LAYERS[first]?.floor, first, ...rest].join('/')
}
