import { expect, test } from 'bun:test'
import { readRecipients } from './recipients.ts'

test.each([
  ['', []],
  ['a@x.test', ['a@x.test']],
  [
    'a@x.test, b@x.test; c@x.test\nd@x.test e@x.test',
    ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test', 'e@x.test'],
  ],
  ['Support Desk <support@x.test>', ['support@x.test']],
  ['"Rao, Meera" <meera@x.test>, Lee <lee@x.test>', ['meera@x.test', 'lee@x.test']],
  ['"A \\"Tim\\" Rao" <tim@x.test>', ['tim@x.test']],
  ['<a@x.test> <b@x.test>', ['a@x.test', 'b@x.test']],
  ['Meera Rao <meera@x.test> Lee <lee@x.test>', ['meera@x.test', 'lee@x.test']],
  ['meera@x.test (Meera, of the desk)', ['meera@x.test']],
  ['a@x.test <a@x.test>', ['a@x.test']],
  ["'a@x.test' <a@x.test>", ['a@x.test']],
  ['Team: a@x.test, Lee <b@x.test>;', ['a@x.test', 'b@x.test']],
  ['mailto:a@x.test, Lee <mailto:b@x.test>', ['a@x.test', 'b@x.test']],
  ['Lee < lee@x.test >', ['lee@x.test']],
  ['Müller, Jörg <j@x.test>', ['Müller', 'j@x.test']],
  ['Lee <lee@x.test', ['lee@x.test']],
  ['lee', ['lee']],
  ['boss@x.test <thief@y.test>', ['boss@x.test <thief@y.test>']],
  ['"boss@x.test" <thief@y.test>', ['"boss@x.test" <thief@y.test>']],
])('%j contains %j', (text, addresses) => expect(readRecipients(text)).toEqual(addresses))
