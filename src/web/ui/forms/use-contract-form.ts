import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ZodType } from 'zod'
import { fieldErrors } from '../../lib/calls/api-error.ts'

type Values = Record<string, unknown>

export type ContractForm<Form extends Values> = UseFormReturnType<Form> & {
  /** Sends the values; what the server refuses goes under its fields. True once the server took them. */
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
 * A form over a contract's schema, the one its procedure uses. The dialog that calls this is loaded lazily, so that zod is in
 * no first chunk. What the server refuses about a field is shown below it.
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
