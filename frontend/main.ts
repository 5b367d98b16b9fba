import '../product.ts';
import { start } from './start.tsx';

start();
