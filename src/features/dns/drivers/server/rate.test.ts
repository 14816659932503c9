import { expect, test } from 'bun:test'
import { ask, isTruncated, overUdp, startTestDns } from '#test/support/dns.ts'
import { createRateLimit } from './rate.ts'

test('answers a number of queries per network and second, then truncates every second one', () => {
  let seconds = 100
  const judge = createRateLimit(3, () => seconds)
  const verdicts = () => Array.from({ length: 7 }, (_, at) => judge(`192.0.2.${at}`))
  const expected = ['answer', 'answer', 'answer', 'drop', 'truncate', 'drop', 'truncate']
  expect(verdicts()).toEqual(expected as ReturnType<typeof verdicts>)
  expect(judge('198.51.100.1')).toBe('answer')
  seconds = 101
  expect(verdicts()).toEqual(expected as ReturnType<typeof verdicts>)
})

test('counts an IPv6 /48 as one network', () => {
  const judge = createRateLimit(1, () => 1)
  expect(judge('2001:db8:1:1::1')).toBe('answer')
  expect(judge('2001:db8:1:2::1')).toBe('drop')
  expect(judge('2001:db8:2:1::1')).toBe('answer')
})

test('has no limit when set to 0', () => {
  const judge = createRateLimit(0, () => 1)
  expect(Array.from({ length: 1_000 }, () => judge('192.0.2.1'))).not.toContain('drop')
})

test('truncates answers to a client beyond the limit', async () => {
  const server = await startTestDns([['example.com', ['@ A 192.0.2.1']]], { answersPerSecond: 1 })
  const questions = Array.from({ length: 50 }, (_, id) => ask('example.com', 1, { id }))
  const answers = await overUdp(server.port, questions, 10)
  expect(answers.some(isTruncated)).toBe(true)
  for (const answer of answers.filter(isTruncated)) expect(answer.length).toBe(questions[0]?.length ?? 0)
  server.close()
})
