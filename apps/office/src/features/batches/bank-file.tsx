import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { usePhone } from '../../components/forms/use-phone.ts'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'

/** Leaves room for who did what. */
const NAME_WIDTH = '13rem'

interface BankFileProps {
  name: string | null
  sha256: string
}

function Hash({ name, sha256, onClose }: BankFileProps & { onClose: () => void }) {
  const t = useTexts(batchTexts)
  const copy = () => void navigator.clipboard.writeText(sha256).then(() => notifyDone(t('copied')))
  return (
    <Dialog title={t('fileHash')} onClose={onClose}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {orNothing(name)}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>
        {'clipboard' in navigator && <Button onClick={copy}>{t('copy')}</Button>}
      </Stack>
    </Dialog>
  )
}

/** What the bank file is called; what it is recognized by is shown whole on demand, and at once where there is room below. */
export function BankFile({ name, sha256 }: BankFileProps) {
  const t = useTexts(batchTexts)
  const [isOpen, setOpen] = useState(false)
  const isPhone = usePhone()
  if (isPhone)
    return (
      <>
        {orNothing(name)}
        <br />
        {t('sha256')} <Code>{sha256}</Code>
      </>
    )
  return (
    <Group component="span" gap="xs" wrap="nowrap" align="baseline">
      <Text component="span" size="sm" truncate maw={NAME_WIDTH} title={name ?? undefined}>
        {orNothing(name)}
      </Text>
      <Anchor
        component="button"
        type="button"
        size="xs"
        style={{ flexShrink: 0 }}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('sha256')}
      </Anchor>
      {isOpen && <Hash name={name} sha256={sha256} onClose={() => setOpen(false)} />}
    </Group>
  )
}
