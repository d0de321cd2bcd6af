import { isIPv4, isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

/** What whoever has no address that can be told is called, so that all of them count as one. */
const unknown = 'unknown'

const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const withPort = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * The address alone: some proxies write the port beside it, which is another one for each connection, and an address of
 * the sixth version then in brackets.
 */
function withoutPort(written: string): string {
  if (isIPv4(written)) return written
  const found = withPort.exec(written)
  return found?.[1] ?? found?.[2] ?? written
}

/** Whether an address, as written by the next proxy, is one of these proxies. */
export function proxiesOf(proxies: readonly string[]): (written: string) => boolean {
  const isTrusted = proxyAddress.compile([...proxies])
  return (written) => isTrusted(withoutPort(written), 0)
}

/**
 * Who takes turns as one: an IPv4 address, or the /48 of an IPv6 one, which a single customer of a provider may have
 * all of. (In a mobile network it is many customers, as an IPv4 address is there.)
 */
export const networkOf = (ip: string): string => firstOf(ip, 3)

/** Whose calls are counted as one: an IPv4 address, or the /64 of an IPv6 one, all of which belongs to one household. */
const householdOf = (ip: string): string => firstOf(ip, 4)

/** As many households of a network may reach a limit before the others have reached it, too. */
const householdsOfOne = 16

/**
 * A household, and its network where that is more. Counting households alone would give whoever has a /48 each limit
 * 65,536 times; counting networks alone would have one phone use up those of all phones around it.
 */
export function countedWith(ip: string): { household: string; network: string | null } {
  const [household, network] = [householdOf(ip), networkOf(ip)]
  return { household, network: network === household ? null : network }
}

/** What all of a network may do together, where one household of it may do this much. */
export const mostOfNetwork = (most: number): number => most * householdsOfOne

function firstOf(ip: string, parts: number): string {
  const address = withoutPort(ip)
  const plain = mappedAddress.exec(address)?.[1] ?? address
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? partsOfIPv6(plain).slice(0, parts).join(':') : unknown
}

function partsOfIPv6(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const whole =
    tail === undefined
      ? front
      : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return whole.map((part) => Number.parseInt(part, 16).toString(16))
}
