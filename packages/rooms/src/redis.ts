/** The storage of rooms of many processes, on Redis. The client of Redis is the user's. */
export { type RedisSend, RedisStore, type RedisStoreOptions } from './store/redis-store.js';
