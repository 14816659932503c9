import { z } from 'zod'
import type { InstanceAction } from '../../contract/transitions.ts'
import { type CloudDriver, type DriverSettings, remoteTransitions } from '../driver.ts'
import { createAwsApi } from './aws-api.ts'
import { ec2Version, listBuckets, listDatabases, listFunctions, listInstances } from './aws-lists.ts'
import { listPermitted } from './permitted.ts'

const actions: Record<InstanceAction, string> = {
  start: 'StartInstances',
  stop: 'StopInstances',
  reboot: 'RebootInstances',
}

/** EC2, S3, RDS and Lambda of one region through their public APIs (docs.aws.amazon.com), signed with `aws4fetch`. */
export function createAwsDriver(settings: DriverSettings = {}): CloudDriver {
  const api = createAwsApi(settings)
  return {
    name: 'aws',
    mode: 'remote',
    transitions: remoteTransitions,
    /** Asks for the identity of the keys: that needs no permission, so keys with few rights are accepted too. */
    async validate(account) {
      await api.query({
        account,
        service: 'sts',
        version: '2011-06-15',
        action: 'GetCallerIdentity',
        schema: z.object({ GetCallerIdentityResponse: z.unknown() }),
      })
    },
    async list(account, signal) {
      const listing = { api, account, signal }
      return listPermitted({
        instances: { what: 'EC2 instances', read: () => listInstances(listing) },
        storage: { what: 'S3 buckets', read: () => listBuckets(listing) },
        databases: { what: 'RDS databases', read: () => listDatabases(listing) },
        functions: { what: 'Lambda functions', read: () => listFunctions(listing) },
      })
    },
    async act(account, instanceId, action) {
      await api.query({
        account,
        service: 'ec2',
        version: ec2Version,
        action: actions[action],
        parameters: { 'InstanceId.1': instanceId },
        schema: z.object({ [`${actions[action]}Response`]: z.unknown() }),
      })
    },
  }
}
