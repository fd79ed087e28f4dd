// A scenario with a list of 100,000 members who react to campaigns, and a campaign to them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADERS, json } from './measure.mjs'
import { startDouble } from './server.mjs'

const LIST = 'b16b16b16b'
const MEMBERS = 100_000
const SCENARIO = `name: readers
description: A list of a hundred thousand members who react to campaigns.
lists:
  - id: ${LIST}
    name: Readers
    campaign_defaults: { from_name: Acme, from_email: news@acme.test }
    engagement: {}
generate: { members: [{ list: ${LIST}, members: { count: ${MEMBERS}, since: -P729D } }] }
`
const HTML = '<p>Dear *|FNAME|*, <a href="https://acme.test/hats">hats</a> and <a href="https://acme.test/shoes">shoes</a>.</p>'

/** A double with a frozen world of this scenario. */
export async function startWithReaders() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  writeFileSync(join(folder, 'readers.yaml'), SCENARIO)
  const double = await startDouble(['--scenario-dir', folder, '--scenario', 'readers', '--clock', 'frozen'])
  const stop = async () => {
    await double.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...double, stop }
}

/** Makes a campaign with links, and returns its id. @param {string} url of the server @returns {Promise<string>} */
export async function makeCampaign(url) {
  const api = `${url}/3.0/campaigns`
  const settings = { subject_line: 'Hats', from_name: 'Acme', reply_to: 'news@acme.test' }
  const body = JSON.stringify({ type: 'regular', recipients: { list_id: LIST }, settings })
  const { id } = await json(api, { method: 'POST', body })
  await json(`${api}/${id}/content`, { method: 'PUT', body: JSON.stringify({ html: HTML }) })
  return id
}

/** Starts to send a campaign. @param {string} url of the server @param {string} id */
export async function send(url, id) {
  const { status } = await fetch(`${url}/3.0/campaigns/${id}/actions/send`, { method: 'POST', headers: HEADERS })
  if (status !== 204) throw new Error(`The campaign was not sent: ${status}`)
}
