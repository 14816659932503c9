import { describe, expect, test } from 'bun:test'
import type { Deps } from '#server/context.ts'
import { describeResolver } from './own-server.ts'
import { createRecursiveResolver } from './recursive-resolver.ts'

const limitationOf = (server: string, port: number | null) =>
  describeResolver({
    resolver: createRecursiveResolver([server]),
    env: { HOST: '0.0.0.0' },
    dns: { port },
  } as unknown as Deps).limitation

describe('a resolver', () => {
  test.each([
    ['127.0.0.1:15353', 15_353],
    ['0.0.0.0:15353', 15_353],
    ['127.0.0.1:53', 53],
  ])('%s is reported as our own name server while that listens there', (server, port) => {
    expect(limitationOf(server, port)).toMatch(/^DNS_RESOLVERS contains .*, which is our own name server/)
  })

  test.each([
    ['127.0.0.1:15354', 15_353],
    ['192.0.2.53:15353', 15_353],
    ['127.0.0.1:15353', null],
  ])('%s is not reported otherwise', (server, port) => {
    expect(limitationOf(server, port)).toBeUndefined()
  })
})
