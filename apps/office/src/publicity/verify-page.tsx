/** @jsxImportSource preact */
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { VERIFIED_FILE_MAX_BYTES } from '@consilium/contract/files/files.ts'
import { errorCatalogue, errorMessage } from '@consilium/contract/errors.ts'
import {
  signedAgreementRoutes,
  type FileVerification,
  type Verification,
} from '@consilium/contract/signing/signed-agreements.ts'
import { PAPER_KIND_LABELS, paperRoutes } from '@consilium/contract/signing/papers.ts'
import type { ComponentChildren } from 'preact'
import { Fact, Facts } from './facts.tsx'
import { failurePage } from './failure-page.tsx'
import { formatMinute } from './format.ts'
import { link, verifyPath, VERIFY_PATH } from './links.ts'
import { Notice, RefusalNotice } from './notice.tsx'
import { readForm, statusOf, type Outcome, type View, type Visit } from './visit.ts'

const MEGABYTE = 1024 * 1024
/** The server replaces the uploaded file by its hash, so only the hash arrives here. */
const FILE_HASH_FIELD = 'file.sha256'
const NOT_FOUND = 404
const INVALID = 400

type FileAnswer = { verification: FileVerification } | { refusal: ErrorAnswer }

/** Extracts a code that is printed in groups or pasted as an address. */
export const plainCode = (typed: string) =>
  typed
    .replace(/\s/g, '')
    .replace(/[?#].*/s, '')
    .replace(/^.*\//, '')
    .toLowerCase()

function CodeForm({ view: { texts, choice }, code = '' }: { view: View; code?: string }) {
  return (
    <form class="card" method="get" action={VERIFY_PATH} data-checked data-busy={texts.checking}>
      <div class="field">
        <label for="code">{texts.code}</label>
        <input
          id="code"
          name="code"
          type="text"
          class="code"
          value={code}
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby="code-message"
          data-missing={texts.codeMissing}
        />
        <p class="message" id="code-message" data-hint={texts.codeHint}>
          {texts.codeHint}
        </p>
      </div>
      {choice.language ? <input type="hidden" name="lang" value={choice.language} /> : null}
      <button type="submit">{texts.codeButton}</button>
    </form>
  )
}

/** What the signatures prove, and what they do not, in the order of their weight. */
function provenBy({ texts }: View, { signedUnder, proof, seal }: Verification) {
  const { timestampTime: time, timestampAuthority: authority } = proof ?? {}
  const hasStamp = proof?.timestamp === 'stamped'
  const isStamped = hasStamp && proof.timestampVerified
  const unproven = hasStamp
    ? texts.stampedUnverified(authority ?? '', time ?? '')
    : proof?.timestamp === 'pending'
      ? texts.unstampedYet
      : texts.unstamped
  return {
    proven: [
      ...texts.proven,
      ...texts.provenUnder[signedUnder],
      ...(seal?.status === 'sealed' ? [texts.sealed(seal.sealedTime ?? '')] : []),
      ...(isStamped ? [texts.stamped(authority ?? '', time ?? '')] : []),
      ...(isStamped && proof.revocation === 'kept' ? [texts.kept] : []),
    ],
    notProven: [
      ...(seal && seal.status !== 'sealed' ? [texts.unsealed] : []),
      ...(isStamped ? [] : [unproven]),
      ...texts.notProven,
    ],
  }
}

function Verdict({ view, verification }: { view: View; verification: Verification }) {
  const { texts, language } = view
  const { current, certificates } = verification
  const { proven, notProven } = provenBy(view, verification)
  return (
    <>
      <Notice
        tone={current ? 'good' : 'warning'}
        title={current ? texts.current : texts.superseded}
        role="status"
      >
        <p>{current ? texts.currentHelp : texts.supersededHelp}</p>
      </Notice>
      <Facts>
        <Fact label={texts.signedTime}>
          <time dateTime={verification.signedTime.replace(' ', 'T')}>
            {formatMinute(verification.signedTime, language)}
          </time>
        </Fact>
        <Fact label={texts.contentHash}>
          <code>{verification.contentHash}</code>
        </Fact>
        <Fact label={texts.documentHash}>
          <code>{verification.documentHash}</code>
        </Fact>
        {certificates.document === null ? null : (
          <Fact label={texts.certificate}>
            <code>{certificates.document}</code>
          </Fact>
        )}
        {certificates.seal === null ? null : (
          <Fact label={texts.sealCertificate}>
            <code>{certificates.seal}</code>
          </Fact>
        )}
      </Facts>
      <h2>{texts.proofTitle}</h2>
      <ul>
        {proven.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h2>{texts.notProvenTitle}</h2>
      <ul>
        {notProven.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p class="small">{texts.hashHelp}</p>
      {certificates.document === null ? null : <p class="small">{texts.certificateHelp}</p>}
      <p class="small">{texts.whatIsShown}</p>
    </>
  )
}

function FileVerdict({ view: { texts }, answer }: { view: View; answer: FileAnswer }) {
  if ('refusal' in answer) return <RefusalNotice refusal={answer.refusal} texts={texts} />
  const { genuine, current, latest } = answer.verification
  if (!genuine)
    return (
      <Notice tone="bad" title={texts.otherFile} role="alert" level={3}>
        <p>{texts.otherFileHelp}</p>
      </Notice>
    )
  return (
    <Notice tone={current ? 'good' : 'warning'} title={texts.sameFile} role="status" level={3}>
      <p>{!current ? texts.sameSupersededHelp : latest ? texts.sameFileHelp : texts.sameEarlierHelp}</p>
    </Notice>
  )
}

function FileCheck({ view, code, children }: { view: View; code: string; children: ComponentChildren }) {
  const { texts, choice, language } = view
  return (
    <section class="card" id="file-check" aria-labelledby="file-title">
      <h2 id="file-title">{texts.checkFile}</h2>
      <p>{texts.checkFileLead}</p>
      {children}
      <form
        method="post"
        enctype="multipart/form-data"
        action={`${link(verifyPath(code), choice)}#file-check`}
        data-checked
        data-busy={texts.checking}
      >
        <div class="field">
          <label for="file">{texts.file}</label>
          <input
            id="file"
            name="file"
            type="file"
            accept="application/pdf,.pdf"
            required
            aria-describedby="file-message"
            data-missing={errorMessage('FILE_MISSING', language)}
            data-max={VERIFIED_FILE_MAX_BYTES}
            data-large={errorMessage('BODY_TOO_LARGE', language)}
          />
          <p class="message" id="file-message" data-hint={texts.fileHint(VERIFIED_FILE_MAX_BYTES / MEGABYTE)}>
            {texts.fileHint(VERIFIED_FILE_MAX_BYTES / MEGABYTE)}
          </p>
        </div>
        <button type="submit">{texts.fileButton}</button>
      </form>
    </section>
  )
}

const another = ({ texts, choice }: View) => (
  <p class="actions">
    <a class="button quiet" href={link(VERIFY_PATH, choice)}>
      {texts.another}
    </a>
  </p>
)

/** The form for a code; submitting it leads to an address that can be bookmarked. */
export function verifyForm(visit: Visit): Outcome {
  const { texts, choice, query } = visit
  const code = plainCode(query.get('code') ?? '')
  if (code) return { location: link(verifyPath(code), choice) }
  return {
    status: 200,
    title: texts.verification,
    description: texts.verifyLead,
    path: VERIFY_PATH,
    body: (
      <>
        <div class="lead">
          <h1>{texts.verification}</h1>
          <p>{texts.verifyLead}</p>
        </div>
        <CodeForm view={visit} />
      </>
    ),
  }
}

const unknownCode = (visit: Visit, code: string): Outcome => ({
  status: NOT_FOUND,
  title: visit.texts.unknownCode,
  path: verifyPath(code),
  body: (
    <>
      <h1>{visit.texts.verification}</h1>
      <Notice tone="bad" title={visit.texts.unknownCode} role="alert">
        <p>{visit.texts.unknownCodeHelp}</p>
      </Notice>
      <CodeForm view={visit} code={code} />
    </>
  ),
})

type PaperFile = 'same' | 'other' | { refusal: ErrorAnswer }

function PaperVerdict({ view: { texts }, file }: { view: View; file: PaperFile }) {
  if (typeof file === 'object') return <RefusalNotice refusal={file.refusal} texts={texts} />
  return file === 'same' ? (
    <Notice tone="good" title={texts.samePaper} role="status" level={3} />
  ) : (
    <Notice tone="bad" title={texts.otherPaper} role="alert" level={3}>
      <p>{texts.otherPaperHelp}</p>
    </Notice>
  )
}

/** A certificate, statement or sheet that the service issued under the code; null if there is none. */
async function paperPage(
  visit: Visit,
  code: string,
  file: { status: number; check: (hash: string) => PaperFile } | null,
): Promise<Outcome | null> {
  const reply = await visit.client.attempt(paperRoutes.verify, { params: { code } })
  if (reply.error) return null
  const { texts, language } = visit
  const { kind, issuedTime, withdrawnTime, documentHash } = reply.data
  const label = PAPER_KIND_LABELS[kind][language]
  const title = withdrawnTime === null ? texts.paperGenuine(label) : texts.paperWithdrawn(label)
  return {
    status: file?.status ?? 200,
    title,
    path: verifyPath(code),
    body: (
      <>
        <h1>{texts.verification}</h1>
        <Notice tone={withdrawnTime === null ? 'good' : 'warning'} title={title} role="status">
          <p>{withdrawnTime === null ? texts.paperHelp : texts.paperWithdrawnHelp}</p>
        </Notice>
        <Facts>
          <Fact label={texts.issuedTime}>
            <time dateTime={issuedTime.replace(' ', 'T')}>{formatMinute(issuedTime, language)}</time>
          </Fact>
          {withdrawnTime === null ? null : (
            <Fact label={texts.withdrawnTime}>
              <time dateTime={withdrawnTime.replace(' ', 'T')}>{formatMinute(withdrawnTime, language)}</time>
            </Fact>
          )}
          <Fact label={texts.documentHash}>
            <code>{documentHash}</code>
          </Fact>
        </Facts>
        <FileCheck view={visit} code={code}>
          {file ? <PaperVerdict view={visit} file={file.check(documentHash)} /> : null}
        </FileCheck>
        {another(visit)}
      </>
    ),
  }
}

interface SentFile {
  status: number
  answer: FileAnswer
  /** The hash that the file has, if one was sent. */
  hash?: string
}

const paperFile = (file: SentFile | null) =>
  file && {
    status: file.hash === undefined ? file.status : 200,
    check: (hash: string): PaperFile => {
      if (file.hash !== undefined) return file.hash === hash ? 'same' : 'other'
      return 'refusal' in file.answer ? { refusal: file.answer.refusal } : 'other'
    },
  }

async function show(visit: Visit, code: string, file: SentFile | null) {
  const reply = await visit.client.attempt(signedAgreementRoutes.verify, { params: { code } })
  const status = statusOf(reply)
  // Text that is too long for a code is treated as unknown.
  if (reply.error && (status === NOT_FOUND || status === INVALID))
    return (await paperPage(visit, code, paperFile(file))) ?? unknownCode(visit, code)
  if (reply.error) return failurePage(visit, { status, refusal: reply.error, path: verifyPath(code) })
  const { texts } = visit
  return {
    status: file?.status ?? 200,
    title: reply.data.current ? texts.current : texts.superseded,
    path: verifyPath(code),
    body: (
      <>
        <h1>{texts.verification}</h1>
        <Verdict view={visit} verification={reply.data} />
        <FileCheck view={visit} code={code}>
          {file ? <FileVerdict view={visit} answer={file.answer} /> : null}
        </FileCheck>
        {another(visit)}
      </>
    ),
  }
}

export const verifyPage = (visit: Visit, code: string): Promise<Outcome> => show(visit, code, null)

/** Same words as the API's answer to a call without a file. */
function noFile({ language }: Visit) {
  const msg = errorMessage('FILE_MISSING', language)
  const { status } = errorCatalogue.FILE_MISSING
  const details = [{ field: 'file', message: msg }]
  const refusal = { code: status, msg, error: 'FILE_MISSING', requestId: '', details }
  return { status, answer: { refusal } }
}

/** Compares an uploaded file, of which only the hash arrives, with the signed one. */
export async function verifyFilePage(visit: Visit, code: string): Promise<Outcome> {
  const documentHash = (await readForm(visit.request)).get(FILE_HASH_FIELD)
  if (typeof documentHash !== 'string') return show(visit, code, noFile(visit))
  const body = { documentHash }
  const reply = await visit.client.attempt(signedAgreementRoutes.verifyFile, { params: { code }, body })
  if (reply.error)
    return show(visit, code, {
      status: statusOf(reply),
      answer: { refusal: reply.error },
      hash: documentHash,
    })
  return show(visit, code, { status: 200, answer: { verification: reply.data } })
}
