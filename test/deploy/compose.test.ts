import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { optionVariables } from '../cli/option-variables.ts'
import { documentsIn, directivesIn } from './manifests.ts'

const compose = documentsIn('deploy/compose.yaml')[0]

const variables = optionVariables()

test('the compose file starts one Valkey, three processes and HAProxy, each when its dependencies are healthy', () => {
  const { valkey, maildouble, haproxy } = compose.services
  expect(Object.keys(compose.services)).toEqual(['valkey', 'maildouble', 'haproxy'])
  expect(maildouble.deploy).toEqual({ replicas: 3 })
  expect(maildouble.depends_on).toEqual({ valkey: { condition: 'service_healthy' } })
  expect(haproxy.depends_on).toEqual({ maildouble: { condition: 'service_healthy' } })
  expect(valkey.healthcheck.test[0]).toBe('CMD-SHELL')
})

test('the compose file mounts existing files and declared volumes', () => {
  const mounts: string[] = Object.values<{ volumes?: string[] }>(compose.services).flatMap(({ volumes = [] }) => volumes)
  const sources = mounts.map((mount) => mount.split(':')[0] ?? '')
  const missing = sources.filter((source) =>
    source.startsWith('.') ? !existsSync(resolve('deploy', source)) : !(source in compose.volumes),
  )
  expect(sources).toHaveLength(3)
  expect(missing).toEqual([])
})

test('the compose file sets variables that the command line knows, and requires a custom token', () => {
  const { environment } = compose.services.maildouble
  expect(Object.keys(environment).filter((name) => !variables.includes(name))).toEqual([])
  expect(environment.MAILDOUBLE_CONTROL_TOKEN).toMatch(/^\$\{MAILDOUBLE_CONTROL_TOKEN:\?/)
})

test('the compose file makes Valkey reachable only for the processes', () => {
  const { valkey, maildouble, haproxy } = compose.services
  expect([valkey.networks, maildouble.networks, haproxy.networks]).toEqual([['store'], ['store', 'inside'], ['inside']])
  expect(compose.networks.store).toEqual({ internal: true })
  expect([valkey.ports, maildouble.ports, haproxy.ports]).toEqual([undefined, undefined, ['127.0.0.1:4030:4030']])
})

test('the configuration of Valkey persists each change before it is acknowledged, and evicts nothing', () => {
  const lines = directivesIn('deploy/valkey.conf')
    .split('\n')
    .filter((line) => line !== '')
  expect(lines).toEqual(['appendonly yes', 'appendfsync always', 'save ""', 'maxmemory-policy noeviction'])
})
