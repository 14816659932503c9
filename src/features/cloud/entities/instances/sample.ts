import { after, day } from '#shared/time.ts'
import { resource, type Sample } from '../sample.ts'

/** Three instances, one of them running. Addresses come from the documentation ranges (RFC 5737, RFC 3849). */
export function sampleRows(sample: Sample) {
  const machine = { keyPairName: 'sample-key', nextStatus: null, nextStatusAt: null }
  return [
    {
      ...resource(sample, 'ap-south-1', 64),
      ...machine,
      instanceId: 'i-sample0001',
      name: 'web-1',
      instanceType: 't3.medium',
      status: 'running',
      publicIp: '203.0.113.10',
      privateIp: '192.0.2.10',
      zone: 'ap-south-1a',
      imageId: 'ami-sample-debian-13',
      securityGroups: ['web', 'ssh'],
      tags: { environment: 'production', role: 'web' },
      launchedAt: after(sample.now, -64 * day),
    },
    {
      ...resource(sample, 'us-east-1', 40),
      ...machine,
      instanceId: 'i-sample0002',
      name: 'worker-1',
      instanceType: 't3.small',
      status: 'stopped',
      publicIp: '198.51.100.20',
      privateIp: '192.0.2.20',
      zone: 'us-east-1b',
      imageId: 'ami-sample-debian-13',
      securityGroups: ['ssh'],
      tags: { environment: 'production', role: 'worker' },
      launchedAt: null,
    },
    {
      ...resource(sample, 'eu-central-1', 12),
      ...machine,
      instanceId: 'i-sample0003',
      name: 'build-1',
      instanceType: 'm5.large',
      status: 'stopped',
      publicIp: '2001:db8::30',
      privateIp: '192.0.2.30',
      zone: 'eu-central-1a',
      imageId: 'ami-sample-ubuntu-26',
      securityGroups: ['build'],
      tags: { environment: 'staging', role: 'build' },
      launchedAt: null,
    },
  ]
}
