import { Alert, Button, Code, Group, SimpleGrid, Stack } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { saveFile } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'

const FILE_NAME = 'consilium-recovery-codes.txt'

/** The codes are shown once, so that only its button closes the dialog. */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTexts(factorPanelTexts)
  const text = codes.join('\n')
  const download = () =>
    saveFile(
      {
        bytes: new TextEncoder().encode(`${text}\n`),
        headers: new Headers({ 'content-type': 'text/plain; charset=utf-8' }),
      },
      FILE_NAME,
    )
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notifyDone(t('copied'))
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('recoveryCodes')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack gap="md">
        <Alert color="yellow">{t('recoveryHint')}</Alert>
        <SimpleGrid
          component="ul"
          cols={{ base: 1, sm: 2 }}
          spacing="xs"
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
        >
          {codes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </SimpleGrid>
        <Group justify="flex-end">
          {'clipboard' in navigator && (
            <Button variant="default" onClick={() => void copy()}>
              {t('copy')}
            </Button>
          )}
          <Button variant="default" onClick={download}>
            {t('download')}
          </Button>
          <Button onClick={onClose}>{t('kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
