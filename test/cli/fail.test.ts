import { afterEach, expect, test, vi } from 'vitest'
import { fail } from '../../src/kit/cli/fail.ts'

afterEach(() => void vi.restoreAllMocks())

/** The message for an error. */
function said(message: string, parts: object): unknown {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  expect(() => fail(Object.assign(new Error(message), parts))).toThrow('ended')
  return error.mock.lastCall?.[0]
}

test('the message about a denied permission explains a call without the token', () => {
  expect(said('The control API asks for a token.\n(401 of GET /_control/worlds)', { status: 401 })).toBe(
    'maildouble: The control API asks for a token. Give it with --control-token, or with MAILDOUBLE_CONTROL_TOKEN in the environment.',
  )
})

test('the message about a denied permission explains a privileged port', () => {
  expect(said('listen EACCES', { code: 'EACCES', syscall: 'listen', port: 80 })).toBe(
    'maildouble: this user is not allowed to listen on port 80. Choose one above 1023 with --port.',
  )
})

test('the message about a denied permission explains an unreadable file', () => {
  expect(said('EACCES: permission denied', { code: 'EACCES', syscall: 'open', path: 'a.yaml' })).toBe(
    'maildouble: this user is not allowed to open a.yaml (EACCES: permission denied).',
  )
})
