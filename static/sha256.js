// SHA-256. Browsers provide it only where the address is https or the device's own.
const PRIMES = primes(64);
const fraction = (root) => Math.floor((root % 1) * 2 ** 32);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime)) found.push(n);
  }
  return found;
}

/** Return the SHA-256 of up to 55 bytes, as hexadecimal digits. */
export function sha256(bytes) {
  const block = new DataView(new ArrayBuffer(64));
  bytes.forEach((byte, n) => block.setUint8(n, byte));
  block.setUint8(bytes.length, 0x80);
  block.setUint32(60, bytes.length * 8);
  const words = Array.from({ length: 16 }, (_, n) => block.getUint32(4 * n));
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [words[n - 15], words[n - 2]];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words.push((words[n - 16] + first + words[n - 7] + second) >>> 0);
  }
  const last = words.reduce(mixed, START);
  return last.map((word, n) => ((word + START[n]) >>> 0).toString(16).padStart(8, "0")).join("");
}

function mixed([a, b, c, d, e, f, g, h], word, n) {
  const chosen = (e & f) ^ (~e & g);
  const most = (a & b) ^ (a & c) ^ (b & c);
  const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUNDS[n] + word;
  const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most;
  return [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
}
