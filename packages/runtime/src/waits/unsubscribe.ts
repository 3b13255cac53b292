/** The end of a subscription. In a file of its own: threads end their subscriptions also where nothing subscribes. */
import type { Thread, Subscription } from '../threads/thread.js';

export function unsubscribe(thread: Thread): void {
  const subscription = thread.subscription;
  if (subscription === null) return;
  thread.subscription = null;
  leaveChannel(subscription);
}

export function leaveChannel(subscription: Subscription): void {
  subscription.waiting = false;
  subscription.channel.list.remove(subscription);
  subscription.channel.onLeave?.();
}
