import { afterEach, expect, test } from 'vitest'
import { batchWebhooks } from '../../src/service/model/batch-webhooks/batch-webhook.ts'
import { connectedSites } from '../../src/service/model/connected-sites/site.ts'
import { emails } from '../../src/service/model/emails/email.ts'
import { fileFolders, files } from '../../src/service/model/files/file.ts'
import { folders } from '../../src/service/model/folders/folder.ts'
import { landingPages } from '../../src/service/model/landing-pages/page.ts'
import { members } from '../../src/service/model/members/member.ts'
import { clients } from '../../src/service/model/oauth/client.ts'
import { templates } from '../../src/service/model/templates/template.ts'
import { verifiedDomains } from '../../src/service/model/verified-domains/domain.ts'
import { webhooks } from '../../src/service/model/webhooks/webhook.ts'
import type { Row, Table } from '../../src/kernel/world/table.ts'
import { build, readWorld, scenarioNamedMine, removeFolders } from './scenario-world.ts'

afterEach(removeFolders)

/** All rows of a table in the world of a scenario. */
async function rowsIn<R extends Row>(table: Table<R>, yaml: string): Promise<R[]> {
  const world = await build(scenarioNamedMine(yaml))
  return readWorld(world, (tx) => tx.range(table.key).all())
}

const NOW = Date.UTC(2026, 0, 15, 9) / 1000

test('a scenario can contain folders of campaigns and templates', async () => {
  const rows = await rowsIn(folders, 'folders: [{ id: f000000001, kind: campaign, name: A }, { kind: template, name: B }]')
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual(expect.objectContaining({ id: 'f000000001', kind: 'campaign', name: 'A' }))
})

test('a scenario can contain templates, whose HTML is analysed', async () => {
  const rows = await rowsIn(
    templates,
    `
folders: [{ id: f000000001, kind: template, name: A }]
templates:
  - { id: 7, name: A, html: '<style>@media (max-width: 9em) {}</style>', folder: f000000001, date_created: -P2D, date_edited: -P1D }
  - { name: B, html: <p>B</p>, type: gallery, category: Seasons }
  - { name: C, html: <p>C</p>, active: false }`,
  )
  expect(rows).toMatchObject([
    {
      id: 7,
      responsive: true,
      folder_id: 'f000000001',
      date_created: NOW - 172_800,
      date_edited: NOW - 86_400,
      status: 'active',
    },
    { id: 30_001, responsive: false, type: 'gallery', category: 'Seasons', date_created: NOW },
    { id: 30_002, status: 'inactive' },
  ])
})

test('a scenario can contain folders of files, and files, whose content decides about their extension', async () => {
  const yaml = `
file_folders: [{ id: 7, name: Logos, created_at: -P2D, created_by: Bob }]
files:
  - { id: 5, name: logo.jpg, file_data: R0lGODlhAgADAAAAAAA7, folder: 7, created_at: -P1D }
  - { name: a.txt, file_data: aGVsbG8= }`
  expect(await rowsIn(fileFolders, yaml)).toMatchObject([{ id: 7, name: 'Logos', created_at: NOW - 172_800, created_by: 'Bob' }])
  expect(await rowsIn(files, yaml)).toMatchObject([
    { id: 1, name: 'a.txt', folder_id: 0, created_at: NOW },
    { id: 5, name: 'logo.gif', folder_id: 7, created_at: NOW - 86_400, width: 2, height: 3 },
  ])
})

test('a scenario can contain landing pages in every state', async () => {
  const rows = await rowsIn(
    landingPages,
    `
lists: [{ id: aaaaaaaaaa, name: News }]
landing_pages:
  - { id: a00000000001, name: A, list: aaaaaaaaaa, title: T, created_at: -P3D }
  - { id: a00000000002, name: B, list: aaaaaaaaaa, status: published, type: product }
  - { id: a00000000003, name: C, list: aaaaaaaaaa, status: unpublished }`,
  )
  expect(rows).toMatchObject([
    {
      status: 'draft',
      created_at: NOW - 259_200,
      content: { name: 'A', title: 'T', list_id: 'aaaaaaaaaa' },
      published: undefined,
    },
    { status: 'published', published_at: NOW, published: { name: 'B', type: 'product' } },
    { status: 'unpublished', unpublished_at: NOW },
  ])
})

test('a scenario can contain connected sites', async () => {
  const rows = await rowsIn(
    connectedSites,
    `
connected_sites:
  - { foreign_id: blog, domain: blog.acme.test, created_at: -P1D }
  - { foreign_id: shop, domain: shop.acme.test, platform: none, script_installed: true }`,
  )
  expect(rows).toMatchObject([
    { foreign_id: 'blog', created_at: NOW - 86_400, script_installed_at: 0 },
    { foreign_id: 'shop', platform: 'none', script_installed_at: NOW },
  ])
})

test('a scenario can contain domains, each with its verification email', async () => {
  const yaml = `
verified_domains:
  - { verification_email: owner@acme.test }
  - { verification_email: owner@globex.test, verified: true, authenticated: true }`
  expect(await rowsIn(verifiedDomains, yaml)).toMatchObject([
    { domain: 'acme.test', status: 'pending', authenticated: false, verification_sent: NOW },
    { domain: 'globex.test', status: 'verified', authenticated: true },
  ])
  expect((await rowsIn(emails, yaml)).map(({ to, kind }) => [to, kind])).toEqual([
    ['owner@acme.test', 'domain_verification'],
    ['owner@globex.test', 'domain_verification'],
  ])
})

test('a scenario can contain webhooks of lists, and batch webhooks', async () => {
  const yaml = `
batch_webhooks: [{ id: b000000001, url: http://127.0.0.1:5000/b, enabled: false }, { url: http://127.0.0.1:5000/b }]
lists:
  - id: aaaaaaaaaa
    name: News
    webhooks: [{ id: a000000001, url: http://127.0.0.1:5000/a, events: { campaign: true }, sources: { api: true } }]`
  const [webhook] = await rowsIn(webhooks, yaml)
  expect(webhook).toMatchObject({ id: 'a000000001', list_id: 'aaaaaaaaaa', url: 'http://127.0.0.1:5000/a' })
  expect(webhook?.events).toMatchObject({ campaign: true, subscribe: false })
  expect(webhook?.sources).toEqual({ api: true, user: false, admin: false })
  const hooks = await rowsIn(batchWebhooks, yaml)
  expect(hooks.map(({ enabled, shows_enabled }) => [enabled, shows_enabled]).toSorted()).toEqual([
    [false, true],
    [true, false],
  ])
})

test('a scenario can contain an archived member who had unsubscribed before', async () => {
  const rows = await rowsIn(
    members,
    `
lists:
  - id: aaaaaaaaaa
    name: News
    members:
      - { email_address: ada@acme.test, status: archived, last_changed: -P1D, unsubscribed: { by: contact, reason: Too many, at: -P2D } }`,
  )
  expect(rows).toMatchObject([
    {
      status: 'archived',
      archived: true,
      status_at: NOW - 86_400,
      last_changed: NOW - 86_400,
      unsubscribed_by: 'contact',
      unsubscribe_reason: 'Too many',
      unsubscribed_at: NOW - 2 * 86_400,
    },
  ])
})

test('a scenario can contain OAuth applications', async () => {
  const rows = await rowsIn(
    clients,
    'oauth_clients: [{ client_id: app, client_secret: s, redirect_uri: http://127.0.0.1/cb, name: App }]',
  )
  expect(rows).toMatchObject([{ client_id: 'app', client_secret: 's', redirect_uri: 'http://127.0.0.1/cb', name: 'App' }])
})

test('a scenario can have every kind of content in fixtures and in extended scenarios', async () => {
  const source = scenarioNamedMine('extends: base\nfixtures: [f.yaml]\nfolders: [{ kind: campaign, name: C }]', {
    'fixtures/f.yaml': 'folders: [{ kind: campaign, name: B }]',
    'scenarios/base.yaml': 'name: base\ndescription: Base.\nfolders: [{ kind: campaign, name: A }]\n',
  })
  const world = await build(source)
  const names = readWorld(world, (tx) => tx.range(folders.byKind, { kind: 'campaign' }).all()).map(({ name }) => name)
  expect(names).toEqual(['A', 'B', 'C'])
})
