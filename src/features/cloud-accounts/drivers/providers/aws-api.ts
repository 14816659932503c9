import { AwsV4Signer } from 'aws4fetch'
import { z } from 'zod'
import { type CloudAccount, type DriverSettings, ProviderRefused, ProviderUnavailable } from '../driver.ts'
import { defaultTimeoutMs, type ProviderAnswer, sendRequest, tooOften, unreadable } from './http.ts'

export const label = 'AWS'

type AwsService = 'ec2' | 's3' | 'rds' | 'lambda' | 'sts'

type Call<T> = {
  account: CloudAccount
  service: AwsService
  schema: T
  signal?: AbortSignal | undefined
}

export type AwsApi = {
  /** A call of the Query API: its action and parameters, answered in XML. */
  query<T extends z.ZodType>(
    call: Call<T> & { version: string; action: string; parameters?: Record<string, string> },
  ): Promise<z.output<T>>
  getXml<T extends z.ZodType>(call: Call<T> & { path: string }): Promise<z.output<T>>
  getJson<T extends z.ZodType>(call: Call<T> & { path: string }): Promise<z.output<T>>
}

const wrongKeys = new Set([
  ...['AuthFailure', 'InvalidClientTokenId', 'SignatureDoesNotMatch', 'InvalidAccessKeyId', 'InvalidToken'],
  ...['UnrecognizedClientException', 'ExpiredToken', 'ExpiredTokenException', 'IncompleteSignature'],
  ...['InvalidSignatureException', 'MissingAuthenticationToken', 'MissingAuthenticationTokenException'],
  ...['OptInRequired', 'AccountProblem', 'NotSignedUp', 'InvalidClientTokenIdException'],
])
const notAllowed = new Set([
  ...['UnauthorizedOperation', 'AccessDenied', 'AccessDeniedException', 'UnauthorizedAccess'],
  ...['AllAccessDisabled', 'NotAuthorized'],
])
const busy = new Set([
  ...['Throttling', 'ThrottlingException', 'RequestLimitExceeded', 'TooManyRequestsException'],
  ...['RequestThrottled', 'RequestThrottledException', 'SlowDown'],
])
const wrongClock = new Set(['RequestExpired', 'RequestTimeTooSkewed', 'RequestInTheFuture'])

function parseXml(text: string): unknown {
  // AWS never declares a document type; one could make the parser expand entities without end.
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw unreadable(label)
  try {
    return Bun.XML.parse(text)
  } catch {
    throw unreadable(label)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(label)
  }
}

function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw unreadable(label)
  return parsed.data
}

const code = z.object({ Code: z.string() })
const xmlError = z.union([
  z.object({ Response: z.object({ Errors: z.object({ Error: code }) }) }),
  z.object({ ErrorResponse: z.object({ Error: code }) }),
  z.object({ Error: code }),
])

/** The error code: EC2, RDS and S3 each wrap it in a different element, Lambda sends it in a header. */
function codeOf({ headers, text }: ProviderAnswer): string {
  const type = headers.get('x-amzn-errortype')
  if (type) return type.split(':')[0] ?? ''
  if (!text.trimStart().startsWith('<')) return ''
  const parsed = xmlError.safeParse(parseXml(text))
  if (!parsed.success) return ''
  if ('Response' in parsed.data) return parsed.data.Response.Errors.Error.Code
  if ('ErrorResponse' in parsed.data) return parsed.data.ErrorResponse.Error.Code
  return parsed.data.Error.Code
}

/** A refusal in the portal's words; the AWS message may name the account and is not passed on. */
function refusal(answer: ProviderAnswer): ProviderRefused | ProviderUnavailable {
  const found = codeOf(answer)
  if (busy.has(found)) return tooOften(label, answer.headers)
  if (wrongClock.has(found))
    return new ProviderUnavailable('AWS refused the request because the clock of this portal is wrong.')
  if (notAllowed.has(found) || (answer.status === 403 && !wrongKeys.has(found)))
    return new ProviderRefused('These AWS keys do not have the permission for this.', 'permission')
  if (wrongKeys.has(found) || answer.status === 401)
    return new ProviderRefused('AWS refused the access key ID or the secret access key.', 'credentials')
  if (found === 'IncorrectInstanceState' || answer.status === 409)
    return new ProviderRefused('AWS refused this: the resource is busy or in another state.', 'state')
  if (found.startsWith('InvalidInstanceID') || answer.status === 404)
    return new ProviderRefused('AWS no longer has this resource.', 'missing')
  return new ProviderRefused('AWS refused the request.', 'request')
}

/** The host of a service in a region; the region must have a valid shape. */
function hostOf(service: AwsService, region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return `https://${service}.${region}.${suffix}`
}

const regionPattern = /^[a-z]{2}(-[a-z]+){1,3}-\d{1,2}$/

/** Signed AWS calls. With `baseUrl` every service is called below it, under its name. */
export function createAwsApi({ baseUrl, timeoutMs = defaultTimeoutMs }: DriverSettings): AwsApi {
  const send = async (
    { account, service, signal }: Omit<Call<unknown>, 'schema'>,
    { path, form }: { path: string; form?: string },
  ): Promise<string> => {
    const { region, accessKeyId, secretAccessKey } = account
    if (!regionPattern.test(region)) throw new ProviderRefused('AWS has no such region.', 'request')
    const url = (baseUrl === undefined ? hostOf(service, region) : `${baseUrl}/${service}`) + path
    const method = form === undefined ? 'GET' : 'POST'
    const type = 'application/x-www-form-urlencoded; charset=utf-8'
    const signed = await new AwsV4Signer({
      method,
      url,
      service,
      region,
      accessKeyId,
      secretAccessKey,
      ...(form === undefined ? {} : { body: form, headers: { 'content-type': type } }),
    }).sign()
    const answer = await sendRequest({
      label,
      url: signed.url.href,
      method,
      headers: signed.headers,
      ...(form === undefined ? {} : { body: form }),
      timeoutMs,
      signal,
    })
    if (answer.status >= 400) throw refusal(answer)
    return answer.text
  }
  return {
    async query({ version, action, parameters, schema, ...call }) {
      const form = new URLSearchParams({ Action: action, Version: version, ...parameters }).toString()
      return check(schema, parseXml(await send(call, { path: '/', form })))
    },
    getXml: async ({ path, schema, ...call }) => check(schema, parseXml(await send(call, { path }))),
    getJson: async ({ path, schema, ...call }) => check(schema, parseJson(await send(call, { path }))),
  }
}

/** A list in XML: nothing, one element, or several. */
const xmlList = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(item),
  )

/** An element that holds a list under one name; the parser reads an empty one as text. */
export const xmlListIn = <T extends z.ZodType>(name: string, item: T) =>
  z
    .preprocess(
      (value) => (typeof value === 'object' && value !== null ? value : {}),
      z.object({ [name]: xmlList(item) }),
    )
    .transform((holder): z.output<T>[] => holder[name] ?? [])

/** Optional text; an empty element counts as missing. */
export const xmlText = <T extends z.ZodType>(text: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), text.optional())
