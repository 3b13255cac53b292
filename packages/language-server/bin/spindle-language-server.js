#!/usr/bin/env node
import { serve } from '../dist/index.js';

serve();
