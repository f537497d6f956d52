import type { OperationLog } from '@consilium/contract/operation-log.ts'
import { Group } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { TextLink } from '../../components/links.tsx'
import { orNothing } from '../../lib/format.ts'
import { useLanguage } from '../../lib/texts.ts'
import { hasSucceeded } from './outcome.ts'
import { TARGET_WORDS } from './target-words.ts'

/** Pages of an expert's own records, which administrators do not see. */
const OF_EXPERTS = '/my-'

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
function useWords(): (part: string) => string {
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
  if (target === null) return orNothing(target)
  const isGone = REMOVED.test(operation) && hasSucceeded(entry)
  return (
    <Group gap="xs">
      {target.split(' ').map((part) => {
        const to = isGone ? null : addressOf(part)
        return to === null ? (
          <span key={part}>{wordsOf(part)}</span>
        ) : (
          <TextLink key={part} to={to} size="sm">
            {wordsOf(part)}
          </TextLink>
        )
      })}
    </Group>
  )
}
