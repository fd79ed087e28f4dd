import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stagesOf, wordsIn, type Stage } from '../../build/dockerfile.mjs'
import type { Body } from '../mock.ts'
import { documentsIn } from './manifests.ts'

const kustomization = documentsIn('deploy/kustomization.yaml')[0]
const all: Body[] = kustomization.resources.flatMap((file: string) => documentsIn(`deploy/${file}`))
const ofKind = (...kinds: readonly string[]): Body[] => all.filter(({ kind }) => kinds.includes(kind))
const workloads = ofKind('Deployment', 'StatefulSet')
const containersOf = (workload: Body): Body[] => workload.spec.template.spec.containers
const image = stagesOf(readFileSync('Dockerfile', 'utf8')).at(-1) as Stage

/** Workloads whose pods have these labels. */
const chosenBy = (labels: Body): string[] =>
  workloads
    .filter(({ spec }) => Object.entries(labels).every(([name, value]) => spec.template.metadata.labels[name] === value))
    .map(({ metadata }) => metadata.name)

test('the Kubernetes manifests contain a namespace, three workloads with a service each and one for the processes, budgets and network policies', () => {
  expect(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
    'Deployment maildouble',
    'Deployment maildouble-balancer',
    'Namespace maildouble',
    'NetworkPolicy maildouble',
    'NetworkPolicy maildouble-valkey',
    'PodDisruptionBudget maildouble',
    'PodDisruptionBudget maildouble-balancer',
    'PodDisruptionBudget maildouble-valkey',
    'Service maildouble',
    'Service maildouble-processes',
    'Service maildouble-valkey',
    'StatefulSet maildouble-valkey',
  ])
})

test.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
  'the Kubernetes workload %s selects its own pods, which are not root and have a read-only file system',
  (name, { spec }) => {
    expect(chosenBy(spec.selector.matchLabels)).toEqual([name])
    const pod = spec.template.spec
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(pod.enableServiceLinks).toBe(false)
    for (const each of pod.containers) {
      expect(each.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(each.resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      })
      expect(each).toMatchObject({ readinessProbe: expect.any(Object), livenessProbe: expect.any(Object) })
      const volumes = [...(pod.volumes ?? []), ...(spec.volumeClaimTemplates ?? []).map(({ metadata }: Body) => metadata)]
      expect((each.volumeMounts ?? []).map((mount: Body) => mount.name).toSorted()).toEqual(
        volumes.map((volume) => volume.name).toSorted(),
      )
    }
  },
)

test('the Kubernetes manifests point each service to a port of its pods', () => {
  const led = ofKind('Service').map(({ metadata, spec }) => {
    const [name = ''] = chosenBy(spec.selector)
    const ports = containersOf(workloads.find((each) => each.metadata.name === name)).flatMap((each) => each.ports)
    const { targetPort, port } = spec.ports[0]
    const { containerPort } = ports.find((each: Body) => each.name === targetPort)
    return [metadata.name, name, port, containerPort]
  })
  expect(led).toEqual([
    ['maildouble-valkey', 'maildouble-valkey', 6379, 6379],
    ['maildouble-processes', 'maildouble', 4030, 4030],
    ['maildouble', 'maildouble-balancer', 4030, 4030],
  ])
})

test('the Kubernetes manifests apply budgets and network policies to existing pods and ports', () => {
  const ports = new Set(workloads.flatMap(containersOf).flatMap(({ ports: given }) => given.map(({ name }: Body) => name)))
  for (const { metadata, spec } of ofKind('PodDisruptionBudget')) {
    expect(chosenBy(spec.selector.matchLabels)).toEqual([metadata.name])
  }
  for (const { metadata, spec } of ofKind('NetworkPolicy')) {
    expect(chosenBy(spec.podSelector.matchLabels)).toEqual([metadata.name])
    for (const rule of spec.ingress) {
      expect(rule.from.flatMap((from: Body) => chosenBy(from.podSelector.matchLabels))).toHaveLength(1)
      expect(rule.ports.filter(({ port }: Body) => !ports.has(port))).toEqual([])
    }
  }
})

test('the Kubernetes manifests reference exactly the keys made by the generators', () => {
  const made = [...kustomization.configMapGenerator, ...kustomization.secretGenerator].flatMap((each: Body) => [
    ...(each.literals ?? []).map((literal: string) => `${each.name} ${literal.split('=')[0]}`),
    ...(each.envs ? [`${each.name} control-token`] : []),
  ])
  const asked = workloads
    .flatMap(containersOf)
    .flatMap(({ env = [] }) => env)
    .map(({ valueFrom }: Body) => valueFrom?.configMapKeyRef ?? valueFrom?.secretKeyRef)
    .filter(Boolean)
    .map(({ name, key }: Body) => `${name} ${key}`)
  expect(asked.toSorted()).toEqual(made.toSorted())
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain(`deploy/${kustomization.secretGenerator[0].envs[0]}`)
})

test('the Kubernetes manifests mount the shipped files into HAProxy and Valkey', () => {
  const files = kustomization.configMapGenerator.flatMap((each: Body) => each.files ?? [])
  expect(files).toEqual(['haproxy/haproxy.cfg', 'haproxy/follow.sh', 'valkey.conf'])
  for (const file of files) expect(readFileSync(`deploy/${file}`, 'utf8')).not.toBe('')
})

test('the Kubernetes manifests use the health check and the user of the image', () => {
  const process = workloads.find(({ metadata }) => metadata.name === 'maildouble')
  const [container] = containersOf(process)
  const health = { exec: { command: wordsIn(image, 'HEALTHCHECK') } }
  expect(container).toMatchObject({ startupProbe: health, readinessProbe: health, livenessProbe: health })
  const { runAsUser, runAsGroup } = process.spec.template.spec.securityContext
  expect(wordsIn(image, 'USER')).toEqual([`${runAsUser}:${runAsGroup}`])
  expect(container.ports[0].containerPort).toBe(Number(wordsIn(image, 'EXPOSE')[0]))
})

test('the Kubernetes manifests connect the balancer to the processes, and the processes to Valkey, by service names', () => {
  const commandOf = (name: string): string[] => containersOf(workloads.find(({ metadata }) => metadata.name === name))[0].command
  expect(commandOf('maildouble-balancer')).toEqual(['/bin/sh', '/etc/maildouble/follow.sh', 'maildouble-processes', '4030'])
  const [process] = containersOf(workloads.find(({ metadata }) => metadata.name === 'maildouble'))
  expect(process.env).toContainEqual({ name: 'MAILDOUBLE_STORE', value: 'redis://maildouble-valkey:6379/0' })
  const [publicUrl] = kustomization.configMapGenerator[0].literals
  expect(publicUrl).toBe('public-url=http://maildouble.maildouble.svc.cluster.local:4030')
})
