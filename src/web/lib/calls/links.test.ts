import { afterEach, expect, test } from 'bun:test'
import { createTRPCClient } from '@trpc/client'
import type { AppRouter } from '#app/router.ts'
import { failureSentence, statusOf } from './api-error.ts'
import { browserLinks } from './links.ts'

const real = globalThis.fetch
afterEach(() => {
  globalThis.fetch = real
})

async function failureOf(answer: () => Response): Promise<unknown> {
  globalThis.fetch = Object.assign(async () => answer(), { preconnect: real.preconnect })
  const client = createTRPCClient<AppRouter>({ links: browserLinks() })
  return client.servers.list.query().catch((error) => error)
}

test.each([
  [
    'a server that sheds load before parsing the call',
    () =>
      Response.json(
        { message: 'The portal is busy. Please try again in 2 s.', code: 'UNAVAILABLE' },
        { status: 503 },
      ),
    503,
    'The portal is busy. Please try again in 2 s.',
  ],
  [
    'a proxy',
    () => new Response('<h1>Service Unavailable</h1>', { status: 503 }),
    503,
    'The portal is busy at the moment. Please try again shortly.',
  ],
  [
    'a procedure',
    () =>
      Response.json(
        [
          {
            error: {
              message: 'x',
              code: -32_000,
              data: { httpStatus: 404, body: { message: 'It was not found.' } },
            },
          },
        ],
        { status: 404 },
      ),
    404,
    'It was not found.',
  ],
] as const)('the error of %s keeps its status and its message', async (_, answer, status, sentence) => {
  const failure = await failureOf(answer)
  expect([statusOf(failure), failureSentence(failure)]).toEqual([status, sentence])
})

test('a call without a response reports a lost connection', async () => {
  const failure = await failureOf(() => {
    throw new TypeError('Failed to fetch')
  })
  expect([statusOf(failure), failureSentence(failure)]).toEqual([
    0,
    'The connection to the server was lost. Please try again once it is back.',
  ])
})

test('sends queries that the page names alone, and others together', async () => {
  const sent: string[] = []
  const send = async (input: string | URL | Request) => {
    sent.push(new URL(String(input), 'http://portal.test').pathname)
    return new Response('busy', { status: 503 })
  }
  globalThis.fetch = Object.assign(send, { preconnect: real.preconnect })
  const client = createTRPCClient<AppRouter>({ links: browserLinks(['projects.list']) })
  const calls = [client.servers.list.query(), client.projects.list.query({}), client.servers.overview.query()]
  await Promise.allSettled(calls)
  expect(sent.sort()).toEqual(['/api/trpc/projects.list', '/api/trpc/servers.list,servers.overview'])
})
