import { Text } from '@mantine/core'
import { LinkButton } from '../../components/links.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { useTexts } from '../../lib/texts.ts'
import { securityTexts } from '@consilium/web-kit/words/security-texts.ts'

export function PasswordPanel() {
  const t = useTexts(securityTexts)
  return (
    <Section
      title={t('password')}
      actions={
        <LinkButton to="/password" variant="default">
          {t('changePassword')}
        </LinkButton>
      }
    >
      <Text size="sm">{t('passwordHint')}</Text>
    </Section>
  )
}
