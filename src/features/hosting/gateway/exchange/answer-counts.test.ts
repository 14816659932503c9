import { expect, test } from 'bun:test'
import type { Field } from '#shared/http/fields.ts'
import { countsOfAnswer } from './answer-counts.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const agent = (name: string): Field => ['user-agent', name]
const html: Field = ['content-type', 'text/html; charset=utf-8']

test.each([
  [200, { clientErrors: 0, serverErrors: 0 }],
  [308, { clientErrors: 0, serverErrors: 0 }],
  [400, { clientErrors: 1, serverErrors: 0 }],
  [499, { clientErrors: 1, serverErrors: 0 }],
  [500, { clientErrors: 0, serverErrors: 1 }],
  [503, { clientErrors: 0, serverErrors: 1 }],
])('an answer %i is one request and counts in its status class', (status, errors) => {
  const asked = { method: 'POST', fields: [agent(firefox)] }
  expect(countsOfAnswer(asked, { status, fields: [html] })).toEqual({ requests: 1, pageViews: 0, ...errors })
})

const views = (method: string, asked: Field[], status: number, answered: Field[]) =>
  countsOfAnswer({ method, fields: asked }, { status, fields: answered }).pageViews

test.each<[string, number, Parameters<typeof views>]>([
  ['a page requested by a browser', 1, ['GET', [agent(firefox)], 200, [html]]],
  [
    'a page requested by a browser on a Cubot phone',
    1,
    ['GET', [agent('Mozilla/5.0 (CUBOT X30)')], 200, [html]],
  ],
  ['a page without a charset', 1, ['GET', [agent(firefox)], 203, [['content-type', 'Text/HTML']]]],
  ['a page that the browser has cached', 1, ['GET', [agent(firefox)], 304, [html]]],
  [
    'a 304 without a type, requested as a page',
    1,
    ['GET', [agent(firefox), ['accept', 'text/html,*/*;q=0.8']], 304, []],
  ],
  [
    'a 304 without a type, requested as an image',
    0,
    ['GET', [agent(firefox), ['accept', 'image/*']], 304, []],
  ],
  ['an image', 0, ['GET', [agent(firefox)], 200, [['content-type', 'image/png']]]],
  ['an answer without a type', 0, ['GET', [agent(firefox), ['accept', 'text/html']], 200, []]],
  ['an error page', 0, ['GET', [agent(firefox)], 404, [html]]],
  ['a redirect', 0, ['GET', [agent(firefox)], 301, [html]]],
  ['a HEAD', 0, ['HEAD', [agent(firefox)], 200, [html]]],
  ['a form post', 0, ['POST', [agent(firefox)], 200, [html]]],
  ['a search engine', 0, ['GET', [agent('Mozilla/5.0 (compatible; Googlebot/2.1)')], 200, [html]]],
  ['a crawler', 0, ['GET', [agent('Baiduspider+')], 200, [html]]],
  ['a program', 0, ['GET', [agent('curl/8.11.0')], 200, [html]]],
  ['a client without a user agent', 0, ['GET', [], 200, [html]]],
])('%s is %i page views', (_, expected, visit) => {
  expect(views(...visit)).toBe(expected)
})
