import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import {
  agreementNumber,
  CONTRACT_TITLE,
  contractLines,
  type ContractLine,
} from '@consilium/contract/agreements/contract-text.ts'
import { ActionIcon, Group } from '@mantine/core'
import { IconTextDecrease, IconTextIncrease } from '@tabler/icons-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { signingTexts } from '../signing/signing-texts.ts'
import classes from './paper.module.css'

/** Higher than any contract, in pixels. */
const ABOVE = 1_000_000

/** Tells once when the end of the contract has come into view. */
function EndMark({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Everything above the window counts as seen: a jump to the end passes over the mark.
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onReached()
      },
      { rootMargin: `${ABOVE}px 0px 0px 0px` },
    )
    if (mark.current) watcher.observe(mark.current)
    return () => watcher.disconnect()
  }, [onReached])
  return <div ref={mark} aria-hidden style={{ height: 1 }} />
}

function Line({ line }: { line: ContractLine }) {
  if (line.kind === 'heading') return <h4 className={classes.article}>{line.text}</h4>
  if (line.kind === 'prose') return <p className={classes.prose}>{line.text}</p>
  return (
    <p className={classes.clause}>
      <span>{line.number}</span>
      <span>{line.text}</span>
    </p>
  )
}

const ICON = 20
const SIZES = [0.9, 1, 1.15, 1.35, 1.6]
const USUAL = 1

interface ContractPaperProps {
  agreement: LaborAgreement
  protocol: string
  paper: RefObject<HTMLDivElement | null>
  onReached: () => void
}

/** The contract as the document will show it, with its head; in Chinese, as it is signed. */
export function ContractPaper({ agreement, protocol, paper, onReached }: ContractPaperProps) {
  const t = useTexts(signingTexts)
  const [size, setSize] = useState(USUAL)
  const step = (by: number) => () => setSize(Math.min(SIZES.length - 1, Math.max(0, size + by)))
  return (
    <>
      <Group gap="xs" justify="flex-end" mb="xs">
        <ActionIcon variant="default" aria-label={t('smaller')} disabled={size === 0} onClick={step(-1)}>
          <IconTextDecrease size={ICON} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('larger')}
          disabled={size === SIZES.length - 1}
          onClick={step(1)}
        >
          <IconTextIncrease size={ICON} aria-hidden />
        </ActionIcon>
      </Group>
      <div
        ref={paper}
        className={classes.paper}
        lang="zh-CN"
        style={{ fontSize: `${SIZES[size]! * BASE_REM}rem` }}
      >
        <h3 className={classes.title}>{CONTRACT_TITLE}</h3>
        <p className={classes.number}>
          {t('agreementNumber')} {agreementNumber(agreement.attendeeId)}
        </p>
        <dl className={classes.parties}>
          <dt>{t('partyA')}</dt>
          <dd>
            {agreement.orgName}
            {agreement.payerCreditCode !== null && <small>{agreement.payerCreditCode}</small>}
          </dd>
          <dt>{t('partyB')}</dt>
          <dd>
            {agreement.name}
            {agreement.unit !== null && <small>{agreement.unit}</small>}
          </dd>
        </dl>
        {contractLines(protocol).map((line, index) => (
          <Line key={index} line={line} />
        ))}
        <EndMark onReached={onReached} />
      </div>
    </>
  )
}
const BASE_REM = 1.0625
