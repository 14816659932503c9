import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ZodType } from 'zod'
import { fieldErrors } from '../../lib/calls/api-error.ts'

type Values = Record<string, unknown>

export type ContractForm<Form extends Values> = UseFormReturnType<Form> & {
  /** Sends the values and shows the server's field errors. True on success. */
  send: (send: (values: Form) => Promise<unknown>) => Promise<boolean>
}

function check(schema: ZodType, values: Values): Record<string, string> {
  const result = schema.safeParse(values)
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path.join('.')
    if (field && !(field in errors)) errors[field] = message
  }
  return errors
}

function focusFirstError(form: { getInputNode: (path: string) => HTMLElement | null }, errors: object): void {
  const [field] = Object.keys(errors)
  if (field) form.getInputNode(field)?.focus()
}

/**
 * A form with its procedure's schema. The calling dialog is loaded lazily, so that zod is in
 * no entry chunk. The server's field errors are shown below their fields.
 */
export function useContractForm<Form extends Values>(
  schema: ZodType,
  initialValues: Form,
  options: { onValuesChange?: (values: Form) => void } = {},
): ContractForm<Form> {
  const form = useForm<Form>({
    ...options,
    mode: 'uncontrolled',
    initialValues,
    validate: (values) => check(schema, values),
  })
  const send: ContractForm<Form>['send'] = async (call) => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) {
      focusFirstError(form, errors)
      return false
    }
    try {
      await call(form.getValues())
      return true
    } catch (error) {
      const refused = fieldErrors(error)
      form.setErrors(refused)
      focusFirstError(form, refused)
      return false
    }
  }
  return Object.assign(form, { send })
}
