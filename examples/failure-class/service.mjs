// Needs a service that does not run here: nothing listens on port 1.
import net from 'node:net';
net.connect(1, '127.0.0.1');
