import { Text } from '@mantine/core'
import { usePlaceholders } from './use-placeholders.ts'

/** Every second part is the name of a placeholder. */
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/

const filledIn = {
  padding: '0.125rem 0.375rem',
  borderRadius: 'var(--mantine-radius-sm)',
  background: 'var(--mantine-primary-color-light)',
}

/** The text of a template with what is filled in named as the editor names it; the name itself is its title. */
export function TemplateText({ content }: { content: string }) {
  const placeholders = usePlaceholders()
  return (
    <Text size="sm" lh={1.9} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {content.split(PLACEHOLDER).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} style={filledIn} title={`{{${part}}}`}>
            {placeholders.get(part) ?? `{{${part}}}`}
          </span>
        ),
      )}
    </Text>
  )
}
