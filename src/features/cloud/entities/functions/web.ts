import { type Entity, stored } from '../../web/kit/entity.ts'
import {
  bytes,
  code,
  count,
  list,
  measure,
  moment,
  named,
  orUnknown,
  status,
  times,
} from '../../web/kit/fields.tsx'
import { polledSection } from '../../web/kit/section.tsx'
import type { CloudFunction } from './contract.ts'

const functions: Entity<CloudFunction> = {
  id: 'functions',
  title: 'Functions',
  one: 'function',
  nameOf: ({ functionName }) => functionName,
  columns: [
    status('state', 'State'),
    named('runtime', 'Runtime'),
    code('region', 'Region'),
    measure('MB')('memorySize', 'Memory'),
    measure('s')('timeout', 'Timeout'),
    orUnknown(count('invocationCount', 'Invocations')),
  ],
  measuredOf: ({ id }) => ({ resourceId: id }),
  storedOf: stored('functions', [
    code('handler', 'Handler'),
    orUnknown(count('errorCount', 'Errors')),
    orUnknown(bytes('codeSize', 'Code size')),
    moment('lastInvoked', 'Last invoked'),
    list('environment', 'Environment'),
    ...times,
  ]),
}

export const functionsSection = polledSection(functions, (all) => all.functions)
