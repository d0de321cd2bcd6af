import * as v from 'valibot'
import { longToast, standardToast } from '#contract/constants.ts'
import { perTab } from '#src/lib/storage.ts'
import { notify } from '#src/ui/notify.ts'
import { openChannel } from './channel.ts'
import { whoIsSignedIn } from './customer.ts'

const Message = v.object({
  id: v.string(),
  tone: v.picklist(['success', 'error', 'warning']),
  message: v.string(),
  /** Epoch milliseconds; 0: it has not been shown yet. */
  until: v.number(),
  /** Nobody else is told; null: whoever is here. A page of another build says nothing of it. */
  customer: v.optional(v.nullable(v.string()), null),
})
type Message = v.InferOutput<typeof Message>

const key = 'told'
const tabs = openChannel('damson-told')
const untold = new Map<string, Message>()

/**
 * Reports what became of something the shopper did a while ago, where they will see it: in the tab they are looking at,
 * whichever tab found out, and again after the reload when the network is back.
 */
export function tell(tone: Message['tone'], message: string, id: string = crypto.randomUUID()) {
  const said = { id, tone, message, until: 0, customer: whoIsSignedIn() }
  if (!document.hidden) return say(said)
  untold.set(said.id, said)
  // A page that nobody looks at may be loaded again before anybody does.
  keep(said)
  tabs?.postMessage(said)
}

function say(message: Message) {
  const { id, tone } = message
  const shownNow = () => ({ ...message, until: Date.now() + longToast })
  untold.delete(id)
  tabs?.postMessage(shownNow())
  keep(message)
  // Unless its customer has left meanwhile, and it was removed with everything of theirs.
  const noteShown = () => lately().some((one) => one.id === id) && keep(shownNow())
  notify[tone](message.message, { id, duration: longToast, onShown: noteShown })
}

function keep(message: Message) {
  perTab.set(key, JSON.stringify([...others(message), message]))
}

/**
 * Takes a message off the screen, and whatever would repeat it: it said that something was done, perhaps with a way to
 * undo it, which has turned out to be untrue.
 */
export function takeBack(id: string) {
  letGo({ id })
  notify.dismiss(id)
}

/** Another tab has shown it, or it is true no more. */
function letGo(message: Pick<Message, 'id'>) {
  untold.delete(message.id)
  perTab.set(key, JSON.stringify(others(message)))
}

const others = (message: Pick<Message, 'id'>) => lately().filter(({ id }) => id !== message.id)

/** A message of who has left goes unsaid. */
const isTheirs = ({ customer }: Message) => customer === null || customer === whoIsSignedIn()

/** What this tab said a moment ago, or is about to say, which may not have been read yet. */
function lately(): Message[] {
  try {
    return (
      v
        .parse(v.array(Message), JSON.parse(perTab.get(key) ?? '[]'))
        .filter(isTheirs)
        // What seems to last longer was said before the clock was set back.
        .filter(({ until }) => until === 0 || (until > Date.now() && until <= Date.now() + longToast))
    )
  } catch {
    return []
  }
}

/** Repeats what a reload cut off, and shows what other tabs report. Called once. */
export function startTelling() {
  for (const told of lately()) {
    const { tone, message, id, until } = told
    // Its time would run out unseen.
    if (until === 0 && document.hidden) untold.set(id, told)
    else if (until === 0) say(told)
    else notify[tone](message, { id, duration: Math.max(until - Date.now(), standardToast) })
  }
  tabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { output: told, success } = v.safeParse(Message, data)
    if (!success) return
    if (told.until > 0) letGo(told)
    else if (document.hidden) untold.set(told.id, told)
    else if (isTheirs(told)) say(told)
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) for (const message of untold.values()) if (isTheirs(message)) say(message)
  })
}
