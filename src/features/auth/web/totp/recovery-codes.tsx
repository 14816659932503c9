import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '#web/ui/values/copy-button.tsx'

type RecoveryCodesProps = { codes: string[]; onDone: () => void }

const fileOf = (codes: string[]): string =>
  URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))

function download(codes: string[]): void {
  const href = fileOf(codes)
  Object.assign(document.createElement('a'), { href, download: 'recovery-codes.txt' }).click()
  URL.revokeObjectURL(href)
}

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        Each of these codes signs in once instead of the app, in case you lose your phone. Save them with your
        passwords: they are not shown again.
      </Text>
      <div className="account-codes">
        <ol aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code} className="mono">
              {code}
            </li>
          ))}
        </ol>
        <CopyButton
          value={codes.join('\n')}
          label="Copy all recovery codes"
          toast={{ title: 'Recovery codes copied' }}
        />
      </div>
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={() => download(codes)}>
          Download
        </Button>
        <Button onClick={onDone}>I’ve saved them</Button>
      </Group>
    </Stack>
  )
}
