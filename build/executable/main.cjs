// The main script of the single executable. It unpacks the package beside the user's other caches, once for each build, and starts it.
const { createHash } = require('node:crypto')
const { chmodSync, lstatSync, mkdirSync, mkdtempSync, existsSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { homedir, tmpdir } = require('node:os')
const { dirname, join } = require('node:path')
const { getAsset } = require('node:sea')
const { gunzipSync } = require('node:zlib')

const { version, digest } = JSON.parse(getAsset('about', 'utf8'))

try {
  const folder = unpacked()
  createRequire(join(folder, 'start.cjs'))('./start.cjs')
} catch (error) {
  console.error(`maildouble: ${messageOf(error)}`)
  process.exitCode = 1
}

/** The folder with the package. A folder exists only when it is complete. */
function unpacked() {
  const failed = []
  for (const cache of caches()) {
    try {
      const folder = join(privateFolder(cache), `${version}-${digest}`)
      if (!existsSync(folder)) unpack(cache, folder)
      return folder
    } catch (error) {
      failed.push(messageOf(error))
    }
  }
  throw new Error(`The executable has no folder for its files. Name one by XDG_CACHE_HOME. ${failed.join('. ')}.`)
}

/** The folders that may hold it, the preferred one first. */
function caches() {
  const { XDG_CACHE_HOME } = process.env
  const user = process.getuid?.() ?? 'user'
  return [
    XDG_CACHE_HOME ? join(XDG_CACHE_HOME, 'maildouble') : join(homedir(), '.cache', 'maildouble'),
    join(tmpdir(), `maildouble-${user}`),
  ]
}

/** Makes a folder to which only the user can write: the program runs the files in it. @param {string} path */
function privateFolder(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const stats = lstatSync(path)
  const { uid, mode } = stats
  // Windows has neither, and folders of a user are private there.
  const isPrivate = process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0)
  if (!stats.isDirectory() || !isPrivate) throw new Error(`${path} belongs to another user, or others can write to it`)
  return path
}

/** Writes the files to a folder of their own, and then gives it its name: a folder of another process that was faster is as good.
 * @param {string} cache @param {string} folder */
function unpack(cache, folder) {
  const packed = Buffer.from(getAsset('files'))
  const own = mkdtempSync(join(cache, '.unpacking-'))
  try {
    const found = createHash('sha256').update(packed).digest('hex').slice(0, digest.length)
    if (found !== digest) throw new Error('The executable is damaged: its files do not have the digest that it was built with')
    const files = gunzipSync(packed)
    const length = files.readUInt32BE(0)
    let at = 4 + length
    for (const { path, size } of JSON.parse(files.toString('utf8', 4, at))) {
      mkdirSync(dirname(join(own, path)), { recursive: true })
      writeFileSync(join(own, path), files.subarray(at, (at += size)))
    }
    chmodSync(own, 0o700)
    renameSync(own, folder)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
