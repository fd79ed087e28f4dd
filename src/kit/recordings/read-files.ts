import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileProblem } from '../../kernel/support/file-error.ts'
import { whyNotJson } from '../../kernel/support/json-fault.ts'
import { isHar, readHar } from './har.ts'
import { isNock, readNock } from './nock.ts'
import { readCassetteText } from './yaml.ts'
import { isCassette, readCassette } from './vcr.ts'
import type { Recording } from './recording.ts'
import { Unreadable } from './body.ts'
import { isMapping, isWireMock, readWireMock, type ReadBodyFile } from './wiremock.ts'

/** The recordings at some paths, and the files that hold none. */
export interface RecordedFiles {
  /** In the order of the paths. The mappings of a folder are one recording. */
  readonly recordings: readonly (Recording & { readonly file: string })[]
  readonly unreadable: readonly { readonly file: string; readonly why: string }[]
}

/** The largest file that is read: 256 MiB. */
const FILE_MAX = 256 * 1024 * 1024

const ENDINGS = /\.(?:har|json|ya?ml)$/i

/**
 * Reads the recordings in files, and in all files of folders. A file that holds no recording does not hide the others.
 *
 * @throws Error in one sentence if a path does not exist, or is a folder without such files.
 */
export async function readRecordings(paths: readonly string[]): Promise<RecordedFiles> {
  const recordings: (Recording & { file: string })[] = []
  const unreadable: { file: string; why: string }[] = []
  for (const file of paths.flatMap(filesAt)) {
    try {
      add(recordings, file, await readFile(file))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unreadable.push({ file, why: error.message })
    }
  }
  return { recordings, unreadable }
}

/** Adds a recording. Mappings that have a file each belong together. */
function add(recordings: (Recording & { file: string })[], file: string, { recording, isPart }: ReadFile): void {
  const folder = dirname(file)
  const name = isPart ? folder : file
  const index = recordings.findIndex((each) => isPart && each.file === name)
  const before = recordings[index]
  const own = isPart ? withPlaces(recording, file) : recording
  if (!before) return void recordings.push({ ...own, file: name })
  recordings[index] = {
    ...before,
    exchanges: [...before.exchanges, ...own.exchanges],
    unreadable: [...before.unreadable, ...own.unreadable],
  }
}

function withPlaces(recording: Recording, file: string): Recording {
  const where = relative(dirname(file), file)
  return {
    ...recording,
    exchanges: recording.exchanges.map((each) => ({ ...each, where })),
    unreadable: recording.unreadable.map((each) => ({ ...each, where })),
  }
}

function filesAt(path: string): string[] {
  let isFolder: boolean
  try {
    isFolder = statSync(path).isDirectory()
  } catch (error) {
    throw new Error(fileProblem(path, error), { cause: error })
  }
  if (!isFolder) return [path]
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ENDINGS.test(entry.name) && !/[\\/]__files(?:[\\/]|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  if (files.length === 0)
    throw new Error(`The folder ${path} has no recordings: they are files named .har, .json, .yaml or .yml.`)
  return files
}

interface ReadFile {
  readonly recording: Recording
  /** Whether the file is one of several that are a recording together. */
  readonly isPart: boolean
}

async function readFile(file: string): Promise<ReadFile> {
  const text = readRecordingFile(file)
  if (/\.[cm]?[jt]s$/i.test(file))
    throw new Unreadable('is a script: let nock record with output_objects, and write its objects as JSON')
  const value = /^\s*[[{]/.test(text) ? jsonIn(text) : await readCassetteText(text)
  if (isHar(value)) return { recording: readHar(value), isPart: false }
  if (isNock(value)) return { recording: readNock(value), isPart: false }
  if (isWireMock(value)) return { recording: readWireMock(value, filesBeside(file)), isPart: isMapping(value) }
  if (isCassette(value)) return { recording: readCassette(value), isPart: false }
  throw new Unreadable('holds no recording: HAR, nock, VCR, WireMock and Polly are known')
}

function readRecordingFile(file: string): string {
  const { size } = statSync(file)
  if (size > FILE_MAX) throw new Unreadable(`has ${size} bytes; at most ${FILE_MAX} are read`)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(fileProblem(file, error), { cause: error })
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable(`is not JSON: ${whyNotJson(text)}`)
  }
}

/** Reads files in `__files` beside the folder of a mapping, and no others: the names come from the recording. */
function filesBeside(file: string): ReadBodyFile {
  return (name) => {
    for (const folder of ['../__files', '__files'].map((each) => resolve(dirname(file), each))) {
      try {
        const path = realpathSync(join(folder, name))
        if (!path.startsWith(realpathSync(folder) + sep)) continue
        if (statSync(path).size > FILE_MAX) return undefined
        return readFileSync(path)
      } catch {
        continue
      }
    }
    return undefined
  }
}
