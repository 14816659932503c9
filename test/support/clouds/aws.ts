import { AwsV4Signer } from 'aws4fetch'
import { type Fake, json, startFake } from './fake.ts'

const xml = (body: string, status = 200) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, {
    status,
    headers: { 'content-type': 'text/xml;charset=UTF-8' },
  })

type Ec2Instance = { id: string; name?: string; state: string }

const stateCodes: Record<string, number> = { pending: 0, running: 16, 'shutting-down': 32, stopping: 64 }

const describeInstance = ({ id, name, state }: Ec2Instance) => `
<item>
  <instanceId>${id}</instanceId><imageId>ami-0abcdef1234567890</imageId>
  <instanceState><code>${stateCodes[state] ?? 80}</code><name>${state}</name></instanceState>
  <privateDnsName>ip-10-0-0-5.ec2.internal</privateDnsName><dnsName/><reason/>
  <keyName>my-key</keyName><instanceType>t3.micro</instanceType>
  <launchTime>2026-10-01T08:30:00.000Z</launchTime>
  <placement><availabilityZone>eu-central-1a</availabilityZone><groupName/><tenancy>default</tenancy></placement>
  <privateIpAddress>10.0.0.5</privateIpAddress>${state === 'running' ? '<ipAddress>203.0.113.9</ipAddress>' : ''}
  <groupSet><item><groupId>sg-1</groupId><groupName>web</groupName></item></groupSet>
  ${name === undefined ? '<tagSet/>' : `<tagSet><item><key>Name</key><value>${name}</value></item></tagSet>`}
</item>`

const describeDatabase = (name: string) => `
<DBInstance>
  <DBInstanceIdentifier>${name}</DBInstanceIdentifier><DBInstanceClass>db.t3.micro</DBInstanceClass>
  <Engine>postgres</Engine><EngineVersion>16.3</EngineVersion><DBInstanceStatus>available</DBInstanceStatus>
  <MasterUsername>master</MasterUsername>
  <Endpoint><Address>${name}.example</Address><Port>5432</Port><HostedZoneId>Z2</HostedZoneId></Endpoint>
  <AllocatedStorage>20</AllocatedStorage><MultiAZ>true</MultiAZ>
  <BackupRetentionPeriod>7</BackupRetentionPeriod>
  <PreferredMaintenanceWindow>mon:04:00-mon:04:30</PreferredMaintenanceWindow>
</DBInstance>`

/** An environment value of a function, which every list contains. */
export const environmentSecret = 'canary-value-of-an-environment'

const describeFunction = (name: string) => ({
  FunctionName: name,
  FunctionArn: `arn:aws:lambda:eu-central-1:123456789012:function:${name}`,
  Runtime: 'nodejs22.x',
  Role: 'arn:aws:iam::123456789012:role/lambda',
  Handler: 'index.handler',
  CodeSize: 294,
  Description: '',
  Timeout: 3,
  MemorySize: 256,
  LastModified: '2026-11-01T10:00:00.000+0000',
  Environment: { Variables: { SECRET: environmentSecret } },
  PackageType: 'Zip',
})

const ec2Error = (status: number, code: string) =>
  xml(
    `<Response><Errors><Error><Code>${code}</Code><Message>AWS was not able to validate AKIA for arn:aws:iam::123456789012:user/asha</Message></Error></Errors><RequestID>r-1</RequestID></Response>`,
    status,
  )
const queryError = (status: number, code: string) =>
  xml(
    `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>no</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`,
    status,
  )
const s3Error = (status: number, code: string) =>
  xml(`<Error><Code>${code}</Code><Message>no</Message><RequestId>r-1</RequestId></Error>`, status)
const lambdaError = (status: number, code: string) =>
  json({ Type: 'User', message: 'no' }, status, { 'x-amzn-errortype': `${code}:http://internal.amazon.com/` })

/** An error in each service's format. */
export function awsError(service: string, status: number, code: string): Response {
  if (service === 'ec2') return ec2Error(status, code)
  if (service === 's3') return s3Error(status, code)
  return service === 'lambda' ? lambdaError(status, code) : queryError(status, code)
}

export type FakeAws = Fake & {
  accessKeyId: string
  secretAccessKey: string
  instances: Ec2Instance[]
  buckets: string[]
  databases: string[]
  functions: string[]
  /** The items of a page, for any request. */
  pageSize: number
  /** Services that the keys may not list. */
  forbidden: Set<string>
}

/** The signature must match this very request. */
async function isSigned(request: Request, body: string, fake: FakeAws): Promise<string | null> {
  const said = request.headers.get('authorization') ?? ''
  const scope = /Credential=([^/]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/.exec(said)
  const [, accessKeyId = '', region = '', service = ''] = scope ?? []
  if (accessKeyId !== fake.accessKeyId) return 'unknown key'
  const type = request.headers.get('content-type')
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url,
    ...(body === '' ? {} : { body }),
    ...(type === null ? {} : { headers: { 'content-type': type } }),
    accessKeyId,
    secretAccessKey: fake.secretAccessKey,
    region,
    service,
    datetime: request.headers.get('x-amz-date') ?? '',
  })
  const { headers } = await signer.sign()
  return headers.get('authorization') === said ? null : 'wrong signature'
}

function cut<T>(items: T[], token: string | null, size: number) {
  const from = token ? Number(token.slice('token='.length)) : 0
  const next = from + size < items.length ? `token=${from + size}` : null
  return { part: items.slice(from, from + size), next }
}

const wrongKey: Record<string, Record<string, string>> = {
  'unknown key': { ec2: 'AuthFailure', s3: 'InvalidAccessKeyId', lambda: 'UnrecognizedClientException' },
  'wrong signature': { ec2: 'AuthFailure', lambda: 'InvalidSignatureException' },
}
const denied: Record<string, string> = {
  ec2: 'UnauthorizedOperation',
  s3: 'AccessDenied',
  rds: 'AccessDenied',
  lambda: 'AccessDeniedException',
}

/** AWS: STS, EC2, S3, RDS and Lambda at one address, behind signed requests. */
export function startAws(
  keys = { accessKeyId: 'AKIAEXAMPLE00000WXYZ', secretAccessKey: 'aws-secret/canary+0123456789' },
): FakeAws {
  const act = (form: URLSearchParams, action: string) => {
    const instance = fake.instances.find(({ id }) => id === form.get('InstanceId.1'))
    if (!instance) return ec2Error(400, 'InvalidInstanceID.NotFound')
    if (instance.state === 'stopping') return ec2Error(400, 'IncorrectInstanceState')
    if (action === 'StartInstances') instance.state = 'running'
    if (action === 'StopInstances') instance.state = 'stopping'
    return xml(`<${action}Response><requestId>r</requestId></${action}Response>`)
  }
  const ec2 = (form: URLSearchParams, action: string) => {
    if (action !== 'DescribeInstances') return act(form, action)
    const { part, next } = cut(fake.instances, form.get('NextToken'), fake.pageSize)
    const reservations = part.map(
      (each) =>
        `<item><reservationId>r-${each.id}</reservationId><groupSet/><instancesSet>${describeInstance(each)}</instancesSet></item>`,
    )
    const token = next === null ? '' : `<nextToken>${next}</nextToken>`
    return xml(
      `<DescribeInstancesResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId><reservationSet>${reservations.join('')}</reservationSet>${token}</DescribeInstancesResponse>`,
    )
  }
  const rds = (form: URLSearchParams) => {
    const { part, next } = cut(fake.databases, form.get('Marker'), fake.pageSize)
    const marker = next === null ? '' : `<Marker>${next}</Marker>`
    return xml(
      `<DescribeDBInstancesResponse xmlns="http://rds.amazonaws.com/doc/2014-10-31/"><DescribeDBInstancesResult><DBInstances>${part.map(describeDatabase).join('')}</DBInstances>${marker}</DescribeDBInstancesResult></DescribeDBInstancesResponse>`,
    )
  }
  const s3 = (url: URL) => {
    const { part, next } = cut(fake.buckets, url.searchParams.get('continuation-token'), fake.pageSize)
    const rows = part.map(
      (name) =>
        `<Bucket><Name>${name}</Name><CreationDate>2026-01-01T00:00:00.000Z</CreationDate><BucketRegion>eu-west-1</BucketRegion></Bucket>`,
    )
    const token = next === null ? '' : `<ContinuationToken>${next}</ContinuationToken>`
    return xml(
      `<ListAllMyBucketsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Owner><ID>1</ID></Owner><Buckets>${rows.join('')}</Buckets>${token}</ListAllMyBucketsResult>`,
    )
  }
  const lambda = (url: URL) => {
    const { part, next } = cut(fake.functions, url.searchParams.get('Marker'), fake.pageSize)
    return json({ Functions: part.map(describeFunction), NextMarker: next })
  }
  const sts = () =>
    xml(
      '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:user/asha</Arn><UserId>AIDA</UserId><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
    )
  const base = startFake(async (request) => {
    const url = new URL(request.url)
    const service = url.pathname.split('/')[1] ?? ''
    const body = await request.text()
    const form = new URLSearchParams(body)
    const action = form.get('Action') ?? ''
    if (action) fake.asked.push(`${service} ${action}`)
    const fault = await isSigned(request, body, fake)
    if (fault !== null) {
      const code =
        wrongKey[fault]?.[service] ??
        (fault === 'unknown key' ? 'InvalidClientTokenId' : 'SignatureDoesNotMatch')
      return awsError(service, service === 'ec2' ? 401 : 403, code)
    }
    if (fake.forbidden.has(service)) return awsError(service, 403, denied[service] ?? '')
    if (service === 'sts') return sts()
    if (service === 'ec2') return ec2(form, action)
    if (service === 'rds') return rds(form)
    return service === 's3' ? s3(url) : lambda(url)
  })
  const empty = { instances: [], buckets: [], databases: [], functions: [], pageSize: 100 }
  const fake: FakeAws = Object.assign(base, { ...keys, ...empty, forbidden: new Set<string>() })
  return fake
}
