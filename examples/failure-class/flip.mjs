// Fails in one way when its flag is there and in another when it is not; each time it turns the flag over.
import fs from 'node:fs';
import net from 'node:net';
import process from 'node:process';
const flag = process.env.FLAG ?? 'flag';
if (fs.existsSync(flag)) {
  fs.unlinkSync(flag);
  net.connect(1, '127.0.0.1');
} else {
  fs.writeFileSync(flag, '');
  throw new TypeError('remaining is no number');
}
