import type { Peer } from '../mcp/peer.ts';
import type { Target } from '../mcp/target.ts';
import { HttpPeer } from './http-peer.ts';
import { StdioPeer } from './stdio-peer.ts';

/** Starts a server, or names its URL, to send it anything. @param timeout how long an answer is waited for, in milliseconds */
export function openPeer(target: Target, timeout: number, signal: AbortSignal): Peer {
  return target.kind === 'stdio'
    ? new StdioPeer(target, timeout, signal)
    : new HttpPeer(target, timeout, signal);
}
