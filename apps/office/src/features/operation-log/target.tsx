import type { OperationLog } from '@consilium/contract/operation-log/operation-log.ts'
import { ActionIcon, Group } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { TextLink } from '../../components/links.tsx'
import { orNothing } from '../../lib/format.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { hasSucceeded } from './outcome.ts'
import { TARGET_WORDS } from './target-words.ts'
import { operationLogTexts } from './texts.ts'

/** Pages of an expert's own records, which administrators do not see. */
const OF_EXPERTS = '/my-'

/** One id; several are no record. */
const ONE = /^\w+=\d+$/

/** An operation after which its record has no page. */
const REMOVED = /\.remove$/

/**
 * Returns the address of a record's page. The addresses of the router name the same ids as the log does
 * (`/projects/$projectId`), so no second list of pages has to be kept.
 */
function useAddressOf(): (part: string) => string | null {
  const { routesByPath } = useRouter()
  return (part) => {
    const [, name, id] = /^(\w+)=(\d+)$/.exec(part) ?? []
    const path = Object.keys(routesByPath).find(
      (each) => each.split('$').length === 2 && each.endsWith(`/$${name}`) && !each.startsWith(OF_EXPERTS),
    )
    return path && id ? path.replace(`$${name}`, id) : null
  }
}

/** `projectId=7` reads "Project 7". */
export function useWords(): (part: string) => string {
  const language = useLanguage()
  return (part) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(part) ?? []
    const words = TARGET_WORDS[name]
    return words ? `${words[language]} ${value}` : part
  }
}

/** The ids of an operation, each with a link if its record has a page. */
export function Target({ entry }: { entry: OperationLog }) {
  const { operation, target } = entry
  const addressOf = useAddressOf()
  const wordsOf = useWords()
  const t = useTexts(operationLogTexts)
  const navigate = useNavigate()
  if (target === null) return orNothing(target)
  const isGone = REMOVED.test(operation) && hasSucceeded(entry)
  return (
    <Group gap="xs">
      {target.split(' ').map((part) => {
        const to = isGone ? null : addressOf(part)
        const words = wordsOf(part)
        return (
          <Group key={part} gap={2} wrap="nowrap">
            {to === null ? (
              <span>{words}</span>
            ) : (
              <TextLink to={to} size="sm">
                {words}
              </TextLink>
            )}
            {ONE.test(part) && (
              <ActionIcon
                color="gray"
                w={{ base: 40, sm: 26 }}
                h={{ base: 40, sm: 26 }}
                miw={0}
                mih={0}
                aria-label={t('onlyThis', { record: words })}
                title={t('onlyThis', { record: words })}
                onClick={() => void navigate({ to: '/operation-log', search: { target: part } })}
              >
                <IconFilter size={14} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        )
      })}
    </Group>
  )
}
