import { expect, test } from 'bun:test'
import { domainName } from '#test/support/domain-name.ts'
import { areResultsOf, readResults } from './results.ts'

const value =
  'mx.host.test; spf=pass (mx.host.test: domain of x@good.test designates 192.0.2.1) smtp.mailfrom=x@Good.test smtp.helo=a.test;' +
  ' dkim=pass header.i=@signed.test header.s=k header.b="a;b"; dkim=fail header.i=@other.test; dmarc=fail (p=NONE) header.from=far.test'

test('passed results are read with their domains, others are ignored', () => {
  expect(readResults([value], 'MX.Host.test')).toEqual({
    ...{ spf: 'pass', dkim: 'pass', dmarc: 'fail' },
    proven: [domainName('good.test'), domainName('signed.test')],
  })
  expect(readResults(['mx.host.test; none'], 'mx.host.test')).toEqual({
    ...{ spf: null, dkim: null, dmarc: null, proven: [] },
  })
})

test.each([
  'spf=none smtp.mailfrom="x;dkim=pass header.i=@shop.com y"@evil.test',
  'spf=pass smtp.mailfrom="x;dkim=pass header.i=@shop.com y"@evil.test',
  'dkim=pass header.i="x; spf=pass smtp.mailfrom=a@shop.com y"@evil.test',
  'dkim=fail (x "y) header.i="(;dkim=pass header.d=shop.com )"@evil.test',
  'dkim=pass header.i="a\\"; dkim=pass header.i=@shop.com \\""@evil.test',
])('sender data in %j authenticates nothing', (said) => {
  const { proven = [] } = readResults([`mx.host.test; ${said}`], 'mx.host.test') ?? {}
  expect(proven.filter((domain) => domain !== domainName('evil.test'))).toEqual([])
})

test('results of another server are ignored', () => {
  expect(readResults(['mx.far.test; spf=pass smtp.mailfrom=x@good.test'], 'mx.host.test')).toBeNull()
  expect(readResults([], 'mx.host.test')).toBeNull()
})

test.each([
  'mx.host.test; none',
  '(a comment) MX.HOST.test 1; none',
  '"mx.host.test"; none',
  ' mx.host.test.;',
])('%j belongs to mx.host.test', (said) => expect(areResultsOf(said, 'mx.host.test')).toBe(true))
